import { readFileSync, readdirSync } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { isCount, isHash, isText, listOf, objectOf, oneOf, orNull, type ShapeOf } from '#core/fairness/shape'
import { publicKeyOf } from '#core/fairness/signatures'
import type { Clock } from '../../world/clock.ts'
import type { RunningConfig } from '../../world/app.ts'
import type { LogMark, Taken } from '../../world/members/log-mark.ts'
import type { Queryable } from '../../world/members/database.ts'
import { StartProblem } from '../../world/start-problem.ts'
import { errorCode } from '../../db/database.ts'
import { keysOf } from './operator-keys.ts'
import { newestCheckpoint } from './public-log.ts'

const isHead = objectOf({ size: isCount, root: isHash })
type Head = ShapeOf<typeof isHead>
const isTaken = objectOf({ periodId: isCount, bets: isCount, closesAtMs: isCount })
const isKept = objectOf({
  v: oneOf(2),
  origin: isText,
  head: orNull(isHead),
  keys: listOf(isHash),
  taken: listOf(isTaken),
})
type Kept = ShapeOf<typeof isKept>

/** Soon after the close, the close record in the log counts a draw's bets; until then this memory is the only proof of receipts. */
const takenForMs = 10 * 60_000
const writeEveryMs = 250

/**
 * Every worker of a node writes a file of its own, since two that write one would lose what the other saw. Every one of them reads
 * all files at its start, also those of workers that the node no longer has.
 */
export function openLogMark(config: RunningConfig, clock: Clock): LogMark {
  const { dataFolder, worker, logOrigin } = config
  const file = join(dataFolder, worker === 1 ? 'public-log.json' : `public-log-${worker}.json`)
  const read = markFiles(dataFolder).flatMap((each) => readKept(each, logOrigin) ?? [])
  const ownKey = publicKeyOf(config.operatorKey.reveal())
  let head = newestOf(read.map((each) => each.head))
  // What other files say of smaller trees, and of the same size with another root; the database must have all of it once.
  let others = read.flatMap((each) => each.head ?? [])
  // A new folder trusts the keys that it finds in the database, once.
  let keys = read.length > 0 ? new Set(read.flatMap((each) => each.keys)) : null
  const taken = new Map<number, Taken>()
  for (const each of read) addTaken(taken, each.taken)
  const write = () => {
    // A worker whose parent was killed may still write here while its successor does.
    const there = readKept(file, logOrigin)
    const all = addTaken(new Map(taken), there?.taken ?? [])
    for (const { periodId, closesAtMs } of all.values())
      if (closesAtMs < clock.nowMs() - takenForMs) for (const each of [all, taken]) each.delete(periodId)
    const allKeys = [...new Set([...(keys ?? []), ...(there?.keys ?? [])])].sort()
    const newest = newestOf([head, there?.head ?? null])
    const content = { v: 2, origin: logOrigin, head: newest, keys: allKeys, taken: [...all.values()] }
    return writeThrough(file, JSON.stringify(content))
  }
  const writer = lazily(write)
  const unwritten = () => {
    const failed = writer.failed()
    return failed && `this node cannot write ${file}: ${failed.message}`
  }
  return {
    file,
    head: () => head,
    trusts: (publicKey) => publicKey === ownKey || (keys?.has(publicKey) ?? false),
    note: ({ size, root }) => {
      if (head && size <= head.size) return
      head = { size, root: Buffer.from(root).toString('hex') }
      writer.soon()
    },
    noteBets: (newer) => {
      if ((taken.get(newer.periodId)?.bets ?? 0) >= newer.bets) return
      taken.set(newer.periodId, newer)
      writer.soon()
    },
    missingIn: async (db) => {
      for (const each of [...others, head]) {
        const missing = await missingRecord(db, each)
        if (missing) return missing
      }
      return missingBets(db, [...taken.values()])
    },
    follow: async (db) => {
      others = []
      const newest = await newestCheckpoint(db)
      if (!keys) keys = new Set((await keysOf(db)).map(({ public_key: key }) => key))
      keys.add(ownKey)
      if (newest && (!head || newest.size > head.size)) head = { size: newest.size, root: newest.root.toString('hex') }
      writer.soon()
    },
    unwritten,
    written: writer.done,
  }
}

/** The files of all workers that this folder had. */
export function markFiles(folder: string): string[] {
  return unlessAbsent(folder, () => readdirSync(folder), [])
    .filter((name) => /^public-log(-\d+)?\.json$/.test(name))
    .map((name) => join(folder, name))
}

function newestOf(heads: readonly (Head | null)[]): Head | null {
  return heads.reduce((newest, each) => (each && each.size > (newest?.size ?? -1) ? each : newest), null)
}

function addTaken(to: Map<number, Taken>, more: readonly Taken[]): Map<number, Taken> {
  for (const each of more) if (each.bets > (to.get(each.periodId)?.bets ?? 0)) to.set(each.periodId, each)
  return to
}

/** What a file holds about the log of this name. A log that goes on under a new name is another log; the keys that signed it stay known. */
function readKept(file: string, origin: string): Kept | null {
  const text = unlessAbsent(file, () => readFileSync(file, 'utf8'), null)
  if (text === null) return null
  const kept = parsed(text)
  if (!isKept(kept)) throw new StartProblem(`${file} was not written by this server, or is damaged`)
  return kept.origin === origin ? kept : { ...kept, head: null, taken: [] }
}

/** A node that cannot read what it saw would take a database that lost records for a whole one. */
function unlessAbsent<T, U>(path: string, read: () => T, unless: U): T | U {
  try {
    return read()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return unless
    const said = error instanceof Error ? error.message : String(error)
    throw new StartProblem(
      `${path} cannot be read: ${said}. It says which signed records this node saw: let the server’s own user read it.`,
    )
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function missingRecord(db: Queryable, head: Head | null): Promise<string | null> {
  if (!head) return null
  const { rows } = await sql<{ root: Buffer | null; newest: bigint | null }>`
    select (select root from log_checkpoint where size = ${head.size}) as root,
      (select max(size) from log_checkpoint) as newest`.execute(db)
  const { root, newest } = rows[0]!
  const found = root?.toString('hex')
  if (found === head.root) return null
  const saw = `this node saw its checkpoint of size ${head.size} with root ${head.root}`
  return found === undefined
    ? `the public log in the database is behind: its newest checkpoint has size ${newest ?? 0}, and ${saw}`
    : `the public log in the database has forked: its checkpoint of size ${head.size} has root ${found}, and ${saw}`
}

async function missingBets(db: Queryable, taken: readonly Taken[]): Promise<string | null> {
  if (taken.length === 0) return null
  const { rows } = await sql<{ draw_id: string; bets: number | null; kept: number }>`
    select draw_id, betting.bets, kept.bets as kept
    from unnest(${taken.map(({ periodId }) => periodId)}::integer[], ${taken.map(({ bets }) => bets)}::integer[])
      as kept (period_id, bets)
    left join period on period.id = kept.period_id left join betting on betting.period_id = kept.period_id
    where coalesce(betting.bets, 0) < kept.bets limit 1`.execute(db)
  const [lost] = rows
  return lost
    ? `the database lost bets: ${lost.draw_id ?? 'a draw it does not know'} has ${lost.bets ?? 0}, and this node gave receipts for ${lost.kept}`
    : null
}

/** Writes the newest state at most every quarter of a second, one write at a time, again until it works; `done` waits for the last write. */
function lazily(write: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null
  let isDone = false
  let isDue = false
  let last = Promise.resolve()
  let failed: Error | null = null
  const writeNow = () => {
    timer = null
    isDue = false
    last = last.then(write).then(
      () => void (failed = null),
      (error: Error) => {
        failed = error
        soon()
      },
    )
  }
  const soon = () => {
    isDue = true
    if (!isDone) timer ??= setTimeout(writeNow, writeEveryMs).unref()
  }
  const done = async () => {
    isDone = true
    if (timer) clearTimeout(timer)
    // A start that is refused saw nothing of its own: what stands there, under another name of the log too, stays.
    if (isDue) writeNow()
    await last
  }
  return { soon, done, failed: () => failed }
}

/** Replaces a file atomically: a reader finds the old content or the new one, even after a power failure. */
async function writeThrough(file: string, text: string): Promise<void> {
  const folder = join(file, '..')
  await mkdir(folder, { recursive: true })
  const { uid, gid } = await stat(file).catch(() => stat(folder))
  const draft = `${file}.${process.pid}.new`
  const handle = await open(draft, 'w', 0o600)
  try {
    // A command that root gives must leave it to the server's own user.
    if (process.getuid?.() === 0) await handle.chown(uid, gid)
    await handle.writeFile(`${text}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
}
