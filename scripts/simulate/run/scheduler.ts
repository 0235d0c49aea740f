import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { type Activity, type Place, realLimit } from '../world/context.ts'
import type { Dice } from '../world/dice.ts'
import type { Fate, Gate, Statement } from '../world/gate.ts'
import type { VirtualTime } from '../world/virtual-time.ts'

/** What the scheduler asks before it lets a statement go. */
type Fates = (statement: Statement) => Fate | 'crash-before' | 'crash-after'

type Scheduled = {
  readonly time: VirtualTime
  readonly gate: Gate
  readonly activity: Activity
  readonly dice: Dice
  /** As superuser: looks at locks and ends connections. */
  readonly admin: Client
}

/** So long a statement may take before the scheduler looks whether it waits for a lock. */
const patienceMs = 3

/** While statements wait, the clock moves this often, and by so much at most: the seed decides how slow the database is. */
const clockMoves = { times: 6, of: 100, mostMs: [120, 400, 900] }

/** Lets one thing happen at a time: a statement is sent, a timer fires, or the clock moves on. */
export class Scheduler {
  readonly #parts: Scheduled
  readonly #digest = createHash('sha256')
  readonly #moveMostMs: number
  /** Set when something may have released a lock, so that those who wait for one are looked at again. */
  #mayBeFree = false
  steps = 0
  statements = 0
  fates: Fates = () => 'goes'
  /** Called where a statement is cut off by a crash. */
  onCrash: (place: Place) => Promise<void> = async () => {}
  onStep: (words: string) => void = () => {}

  constructor(parts: Scheduled) {
    this.#parts = parts
    parts.gate.onArrive = ({ place, words }) => this.note(`${place.name} wants ${words.slice(0, 300)}`)
    this.#moveMostMs = parts.dice.stream('pace').pick(clockMoves.mostMs)
  }

  /** Adds a line to the trace, whose digest says whether two runs were the same. */
  note(line: string): void {
    // The people of the house get other ids in each process.
    const words = line.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '(id)')
    this.#digest.update(`${words}\n`)
    this.onStep(words)
  }

  digest(): string {
    return this.#digest.copy().digest('hex').slice(0, 16)
  }

  /** One step. `quietMs` says how far the clock may jump when nothing is under way; it is asked when everybody has acted. */
  async step(quietMs: () => number): Promise<void> {
    const { time, gate, activity, dice } = this.#parts
    do await activity.settled()
    while (await this.#tellNext())
    this.steps++
    const waiting = gate.waiting()
    const due = time.due()
    const isMoving = waiting.length > 0 && dice.chance(clockMoves.times, clockMoves.of)
    if (waiting.length + due.length === 0 || isMoving) {
      const isQuiet = waiting.length + gate.blocked.size === 0
      const next = time.nextMs()
      if (next === Infinity && isQuiet) throw new Error('nothing is left that could ever happen')
      const leap = isQuiet ? Math.max(next - time.nowMs, dice.below(quietMs())) : dice.below(this.#moveMostMs)
      time.nowMs += isQuiet ? leap : Math.max(1, leap)
      return
    }
    this.note(`${waiting.length} statements wait and ${due.length} timers are due`)
    const at = dice.below(waiting.length + due.length)
    if (at < waiting.length) return this.#send(waiting[at]!)
    const timer = due[at - waiting.length]!
    this.note(`timer ${timer.place?.name ?? 'outside'} ${time.nowMs}`)
    time.fire(timer)
  }

  async #send(statement: Statement): Promise<void> {
    const { gate } = this.#parts
    const fate = this.fates(statement)
    this.statements++
    this.note(`${statement.place.name} ${fate} ${statement.words.slice(0, 300)}`)
    if (fate === 'crash-before') return this.onCrash(statement.place)
    if (fate === 'lost-before') await this.cut(statement.client)
    statement.send()
    this.#mayBeFree = true
    gate.blocked.add(statement)
    if (!(await this.#answersOrBlocks(statement))) return this.note('blocked')
    if (fate === 'crash-after') return this.onCrash(statement.place)
    if (fate === 'lost-after') {
      await this.cut(statement.client)
      return this.#tell(statement, new Error('Connection terminated unexpectedly'))
    }
    this.#tell(statement)
  }

  #tell(statement: Statement, lost: Error | null = null): void {
    const { error, result } = statement.outcome!
    const code = lost ? 'lost' : error ? ((error as { code?: string }).code ?? error.message) : `${result!.rowCount}`
    this.note(`${statement.place.name} answers ${code}`)
    this.#parts.gate.finish(statement, lost ? { error: lost, result: null } : { error, result })
  }

  /** Tells a node about the oldest statement that got its lock since; false where there is none. Only a statement can set a lock free. */
  async #tellNext(): Promise<boolean> {
    if (!this.#mayBeFree) return false
    const blocked = [...this.#parts.gate.blocked].sort((one, other) => one.number - other.number)
    // First all of them come to rest: which one is the oldest that was answered must not depend on how quick they are.
    for (const statement of blocked) await this.#answersOrBlocks(statement)
    const answered = blocked.find(({ outcome }) => outcome !== null)
    if (answered) this.#tell(answered)
    else this.#mayBeFree = false
    return answered !== undefined
  }

  /** True when the server has answered; false while the statement waits for a lock of another transaction. */
  async #answersOrBlocks(statement: Statement): Promise<boolean> {
    const check = realLimit(() => `the database neither answers nor waits for a lock: ${statement.words}`)
    for (;;) {
      if (statement.outcome) return true
      check()
      if (await within(statement.answered, patienceMs)) return true
      const blockers = await this.#blockers()
      const mine = blockers.get(statement.pid) ?? []
      if (statement.outcome) return true
      // The server ends a deadlock by itself, after a moment.
      if (mine.length > 0 && !isCircle(blockers, statement.pid)) return false
    }
  }

  async #blockers(): Promise<Map<number, number[]>> {
    const pids = [...this.#parts.gate.blocked].map(({ pid }) => pid)
    const { rows } = await this.#parts.admin.query<{ pid: number; by: number[] }>(
      'select pid, pg_blocking_pids(pid) as by from unnest($1::integer[]) as pid',
      [pids],
    )
    return new Map(rows.map(({ pid, by }) => [pid, by]))
  }

  /** Ends a connection on the server's side, and waits until its transaction is rolled back. */
  async cut(client: Client): Promise<void> {
    const { processID } = client as unknown as { processID: number }
    this.#mayBeFree = true
    const ended = new Promise<void>((resolve) => void client.once('end', () => resolve()))
    await this.#parts.admin.query('select pg_terminate_backend($1, 30000)', [processID])
    await within(ended, 30_000)
  }
}

function within(promise: Promise<void>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

/** Whether waiting transactions lead back to this one. */
function isCircle(blockers: ReadonlyMap<number, readonly number[]>, start: number): boolean {
  const seen = new Set<number>()
  const next = [...(blockers.get(start) ?? [])]
  for (let pid = next.pop(); pid !== undefined; pid = next.pop()) {
    if (pid === start) return true
    if (seen.has(pid)) continue
    seen.add(pid)
    next.push(...(blockers.get(pid) ?? []))
  }
  return false
}
