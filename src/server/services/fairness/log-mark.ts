import { readFileSync } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { LogHead } from '#core/fairness/log'
import { isCount, isHash, listOf, objectOf, oneOf, orNull } from '#core/fairness/shape'
import { publicKeyOf } from '#core/fairness/signatures'
import type { Clock } from '../../world/clock.ts'
import type { RunningConfig } from '../../world/app.ts'
import type { LogMark, Taken } from '../../world/members/log-mark.ts'
import type { Queryable } from '../../world/members/database.ts'
import { keysOf } from './operator-keys.ts'

const isHead = objectOf({ seq: isCount, hash: isHash })
const isTaken = objectOf({ periodId: isCount, bets: isCount, closesAtMs: isCount })
const isKept = objectOf({ v: oneOf(1), head: orNull(isHead), keys: listOf(isHash), taken: listOf(isTaken) })

/** Soon after the close, the close record in the log counts a draw's bets; until then this memory is the only proof of receipts. */
const takenForMs = 10 * 60_000
const writeEveryMs = 250

export function openLogMark(config: RunningConfig, clock: Clock): LogMark {
  const file = join(config.dataFolder, 'public-log.json')
  const kept = readKept(file)
  const ownKey = publicKeyOf(config.operatorKey.reveal())
  let head = kept?.head ?? null
  // A new folder trusts the keys that it finds in the database, once.
  let keys = kept ? new Set(kept.keys) : null
  const taken = new Map((kept?.taken ?? []).map((each) => [each.periodId, each]))
  const write = () => {
    for (const { periodId, closesAtMs } of taken.values())
      if (closesAtMs < clock.nowMs() - takenForMs) taken.delete(periodId)
    const content = { v: 1, head, keys: [...(keys ?? [])].sort(), taken: [...taken.values()] }
    return writeThrough(file, JSON.stringify(content))
  }
  const writer = lazily(write)
  return {
    file,
    trusts: (publicKey) => publicKey === ownKey || (keys?.has(publicKey) ?? false),
    note: (newer) => {
      if (head && newer.seq <= head.seq) return
      head = newer
      writer.soon()
    },
    noteBets: (newer) => {
      if ((taken.get(newer.periodId)?.bets ?? 0) >= newer.bets) return
      taken.set(newer.periodId, newer)
      writer.soon()
    },
    missingIn: async (db) => (await missingRecord(db, head)) ?? (await missingBets(db, [...taken.values()])),
    follow: async (db) => {
      const newest = await db.selectFrom('log_record').select(['seq', 'hash']).orderBy('seq', 'desc').limit(1).execute()
      if (!keys) keys = new Set((await keysOf(db)).map(({ public_key: key }) => key))
      keys.add(ownKey)
      for (const { seq, hash } of newest) if (!head || Number(seq) > head.seq) head = { seq: Number(seq), hash }
      writer.soon()
    },
    written: writer.done,
  }
}

function readKept(file: string) {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return null
  }
  const kept: unknown = JSON.parse(text)
  if (!isKept(kept)) throw new Error(`${file} was not written by this server`)
  return kept
}

async function missingRecord(db: Queryable, head: LogHead | null): Promise<string | null> {
  if (!head) return null
  const { rows } = await sql<{ hash: string | null; newest: bigint | null }>`
    select (select hash from log_record where seq = ${head.seq}) as hash, (select max(seq) from log_record) as newest`.execute(
    db,
  )
  const { hash, newest } = rows[0]!
  if (hash === head.hash) return null
  const saw = `this node saw record ${head.seq} with hash ${head.hash}`
  return hash === null
    ? `the public log in the database is behind: its newest record is ${newest ?? 'none'}, and ${saw}`
    : `the public log in the database has forked: its record ${head.seq} has hash ${hash}, and ${saw}`
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

/** Writes the newest state at most every quarter of a second, one write at a time; `done` waits for the last write. */
function lazily(write: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null
  let isDone = false
  let last = Promise.resolve()
  const writeNow = () => {
    timer = null
    // A write that failed is made up for with the next record; until then, comparisons use what is in memory.
    last = last.then(write).catch(() => {})
  }
  const soon = () => {
    if (!isDone) timer ??= setTimeout(writeNow, writeEveryMs).unref()
  }
  const done = async () => {
    isDone = true
    if (timer) clearTimeout(timer)
    writeNow()
    await last
  }
  return { soon, done }
}

/** Replaces a file atomically: a reader finds the old content or the new one, even after a power failure. */
async function writeThrough(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true })
  const handle = await open(`${file}.new`, 'w', 0o600)
  try {
    await handle.writeFile(`${text}\n`)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.new`, file)
}
