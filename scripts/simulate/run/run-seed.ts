import { openDatabase } from '#server/db/database'
import { openLog } from '#server/world/log'
import type { Db } from '#server/world/members/database'
import { checkBalance } from '../checks/balances.ts'
import { auditAll, betsArrivedLate, checkBooks, effectsOfKeys, lateBets, tooManyWithdrawals } from '../checks/books.ts'
import { checkDraws, keptBets, settledDraws } from '../checks/draws.ts'
import { tooLittle, whatWasDone } from '../checks/enough.ts'
import { stillOpen, whoMayNotSignIn } from '../checks/ended.ts'
import { limitsBroken } from '../checks/limits.ts'
import { effectsOfOrders, readSlips, setAsideWrong, slipsOfOrders } from '../checks/repeat-orders.ts'
import { checkTold, notifiedAfterwards, unansweredSince } from '../checks/told.ts'
import { type Prepared, openingBalance } from '../house/prepared.ts'
import { decideCases } from '../people/operators.ts'
import type { Machine } from './machine.ts'
import { type Options, Simulation } from './simulation.ts'
import { Stuck } from '../world/context.ts'
import type { FaultKind } from './weather.ts'

/** What came of one seed. */
export type Outcome = {
  readonly seed: string
  readonly digest: string
  readonly steps: number
  readonly statements: number
  readonly minutes: number
  readonly realMs: number
  /** Of this process; the database server's is not in it. */
  readonly processorMs: number
  readonly calls: Readonly<Record<string, number>>
  readonly accepted: number
  readonly draws: number
  readonly fired: Partial<Record<FaultKind, number>>
  readonly seen: readonly string[]
  readonly crashed: readonly string[]
  readonly problems: readonly string[]
  /** The checkers that found them. */
  readonly foundBy: readonly string[]
  /** The games that were bet on; none where the run failed before its end. */
  readonly games: readonly string[]
  /** Repeat orders that placed a slip; none where the run failed before its end. */
  readonly repeatOrders: number
  /** Lies of relays that nodes found out. */
  readonly liesRefused: number
  readonly story: readonly string[]
}

/** Ledger invariants are checked after so many steps. */
const booksEvery = 400

type Given = {
  readonly prepared: Prepared
  readonly machine: Machine
  onProgress(minutes: number, steps: number): void
  /** Gets every line of the trace that the digest is made of. */
  onStep(line: string): void
}

/** Runs one seed from the opening to the last check. */
export async function runSeed(options: Options, { prepared, machine, onProgress, onStep }: Given): Promise<Outcome> {
  const beganMs = performance.now()
  const usedBefore = process.cpuUsage()
  const sim = await Simulation.open({ options, prepared, machine })
  const db = openDatabase({ url: sim.databaseUrl, log: openLog('silent'), size: 2 })
  sim.scheduler.onStep = onStep
  let ended: Ended = { draws: 0, games: [], repeatOrders: 0 }
  const unhandled = (error: Error) => sim.history.fail(`an error that nobody handles would end a node: ${error.stack}`)
  process.on('unhandledRejection', unhandled)
  try {
    sim.everySteps(booksEvery, () => {
      onProgress(sim.minutesPassed, sim.scheduler.steps)
      return checkBooks(db)
    })
    await sim.live()
    // A run that has failed already tells nothing more at its end.
    if (sim.history.problems.length === 0) await finish(sim)
    if (sim.history.problems.length === 0) ended = await checkEnd(sim, db)
  } catch (error) {
    sim.history.fail(
      error instanceof Stuck ? `stuck: ${error.message}` : `the run broke off: ${(error as Error).stack}`,
    )
  }
  process.off('unhandledRejection', unhandled)
  const { history, scheduler, weather } = sim
  const outcome = {
    seed: options.seed,
    digest: scheduler.digest(),
    steps: scheduler.steps,
    statements: scheduler.statements,
    minutes: sim.minutesPassed,
    realMs: performance.now() - beganMs,
    processorMs: processorMsSince(usedBefore),
    calls: countBy(history.told.map(({ call }) => call)),
    accepted: history.told.filter((each) => each.outcome === 'ok').length,
    ...ended,
    fired: Object.fromEntries(weather.fired),
    seen: [...weather.points.seen],
    crashed: [...weather.points.crashed],
    problems: history.problems,
    foundBy: [...history.foundBy],
    liesRefused: weather.liesRefused,
    story: sim.story,
  }
  await db.close()
  await sim.close()
  return outcome
}

/** So long everything may take to come to its end when nothing breaks any more. */
const endsWithinMs = 60 * 60_000

/** A run goes on for so long in any case, which is longer than from one draw of most games to the next. */
const runsOnMs = 6 * 60_000

/** Runs the clock on without faults, while operators decide what waits, until nothing is open. */
async function finish(sim: Simulation): Promise<void> {
  const staff = sim.staff()
  const desk = (async () => {
    for (const kind of ['deposits', 'withdrawals'] as const) {
      for (let left = 1; left > 0;) {
        left = 0
        for (const { person, role } of staff) left += await decideCases(person, role, kind)
        await sim.world.time.sleep(30_000)
      }
    }
  })()
  const [leastMs, endMs] = [sim.nowMs + runsOnMs, sim.nowMs + 2 * endsWithinMs]
  await sim.during(desk, endsWithinMs)
  let open = await stillOpen(sim.admin, sim.nowMs)
  while ((open.length > 0 && sim.nowMs < endMs) || sim.nowMs < leastMs) {
    const nextMs = sim.nowMs + 20_000
    await sim.until(() => sim.nowMs >= nextMs, Infinity)
    open = await stillOpen(sim.admin, sim.nowMs)
  }
  for (const each of open) sim.history.fail(`stuck: ${each}`, 'what has not ended')
}

type Ended = Pick<Outcome, 'draws' | 'games' | 'repeatOrders'>

async function checkEnd(sim: Simulation, db: Db): Promise<Ended> {
  const { history, admin, prepared, options } = sim
  const players = new Map(prepared.players.map(({ id, name }) => [id, name]))
  const shutOut = new Set(await whoMayNotSignIn(admin, players))
  const payouts = new Map<string, string>()
  const compared = [...sim.people.values()].filter(
    ({ identity: { name, audience } }) => audience === 'player' && !shutOut.has(name),
  )
  for (const person of compared) {
    const found = await sim.during(checkBalance(person, { opening: openingBalance, payouts }), endsWithinMs)
    for (const each of found) history.fail(each, 'balances')
  }
  const node = sim.network.nodes.get('A')!
  const draws = await settledDraws(admin, sim.startedMs)
  const { kept, problems: ofReceipts } = keptBets(history, payouts)
  const placed = await readSlips(admin, players)
  const { nowMs, pinnedKey, calm } = sim
  const { done, games } = await whatWasDone(admin)
  // Whoever leaves people out, or ends a run early, asks for less.
  const isWhole = !options.people && options.stepsMost === undefined
  const expected = { minutes: options.minutes, players: prepared.players.length }
  const found: Readonly<Record<string, readonly string[]>> = {
    receipts: ofReceipts,
    draws: await sim.during(checkDraws(node, draws, { nowMs, pinnedKey, calm, kept }), endsWithinMs),
    answers: [
      ...checkTold(history, { players, ofOrders: slipsOfOrders(placed.slips, history) }),
      ...unansweredSince(history, calm.fromMs),
    ],
    notifications: notifiedAfterwards(history, sim.push.asked),
    'the house’s own audit': await auditAll(db),
    'late bets': [...(await lateBets(admin)), ...(await betsArrivedLate(admin, history))],
    'effects of keys': await effectsOfKeys(admin, history),
    'repeat orders': [...effectsOfOrders(placed, history), ...(await setAsideWrong(admin, placed.orders, players))],
    limits: [
      ...(await limitsBroken(admin, history, players)),
      ...(await tooManyWithdrawals(admin, { fromMs: sim.startedMs, players })),
    ],
    'what was done': isWhole ? tooLittle({ ...done, 'players compared': compared.length }, expected) : [],
  }
  for (const [checker, problems] of Object.entries(found)) for (const each of problems) history.fail(each, checker)
  return { draws: draws.length, games, repeatOrders: done['repeat orders that placed a slip'] }
}

function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}
