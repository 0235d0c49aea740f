import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { keptDays } from '../../features/liabilities/snapshots.ts'
import { sweepUploads } from '../../features/uploads/sweep-uploads.ts'
import { forgetIdleBrowsers } from '../../services/push/send-push.ts'
import { deviceKeptMs } from '../http/cookie.ts'
import { type Job, every } from './every.ts'
import { makePartitions } from './ledger.ts'

const dayMs = 24 * 3_600_000

/** Long enough for a phone that was off overnight to resume; after a longer gap a client reloads everything. */
const eventsKeptMs = dayMs

/** The answer to an idempotency key can be asked for again for a month. */
const answersKeptMs = 35 * dayMs

/** So long can players ask for their path to an hourly proof; its record in the log stays. */
const liabilitiesKeptMs = keptDays * dayMs

/** How soon to look again whether the clock is confirmed. By one that is ahead, rows would be removed that are needed still. */
const unconfirmedPauseMs = 1_000

export function startHousekeeping(app: App): Job {
  return every(app, { job: 'housekeeping', pauseMs: 3_600_000 }, async (stopping) =>
    app.beacon.mayAct() ? keepHouse(app, stopping) : unconfirmedPauseMs,
  )
}

/**
 * Tables of rows that nobody needs once they are old enough; never money, bets, draws or sessions. A row goes `keptMs`
 * after its instant.
 */
const expiring = [
  { table: 'event', instant: 'at', keptMs: eventsKeptMs },
  { table: 'stored_answer', instant: 'at', keptMs: answersKeptMs },
  { table: 'attempt', instant: 'empty_at', keptMs: 0 },
  { table: 'used_captcha', instant: 'expires_at', keptMs: 0 },
  { table: 'known_device', instant: 'seen_at', keptMs: deviceKeptMs },
  { table: 'verification_code', instant: 'expires_at', keptMs: dayMs },
  // A little longer than the longest span of a limit, by which time every draw in it is settled.
  { table: 'play_sum', instant: 'starts_at', keptMs: 32 * dayMs },
  { table: 'play_draw', instant: 'first_at', keptMs: 32 * dayMs },
  { table: 'sign_in_ticket', instant: 'created_at', keptMs: dayMs },
  { table: 'liability_seed', instant: 'at', keptMs: liabilitiesKeptMs },
  { table: 'liability_piece', instant: 'at', keptMs: liabilitiesKeptMs },
  { table: 'liability_stake', instant: 'at', keptMs: liabilitiesKeptMs },
  { table: 'liability_turn', instant: 'held_until', keptMs: liabilitiesKeptMs },
  { table: 'push_message', instant: 'expires_at', keptMs: 0 },
  // Says nothing that is not in the queues; long enough to find out why a receiver took none.
  { table: 'away_message', instant: 'created_at', keptMs: 35 * dayMs },
] as const

/** Few enough that no statement comes near its time limit and no row is locked noticeably long. */
const usualBatch = 5_000

/** Makes coming partitions, then removes expired rows and pictures. If one task fails, the others still run. */
export async function keepHouse(app: App, stopping?: AbortSignal, batchSize = usualBatch): Promise<void> {
  const works = [
    () => makePartitions(app),
    ...expiring.map((each) => () => removeExpired(app, each, { stopping, batchSize })),
    () => sweepUploads(app, stopping),
    () => forgetIdleBrowsers(app),
  ]
  for (const work of works) {
    if (stopping?.aborted) return
    await work().catch((error: unknown) =>
      app.log.error({ err: error, job: 'housekeeping' }, 'a task of housekeeping failed'),
    )
  }
}

type Batched = { readonly stopping: AbortSignal | undefined; readonly batchSize: number }

async function removeExpired({ db, clock }: App, rows: (typeof expiring)[number], { stopping, batchSize }: Batched) {
  const [table, instant] = [sql.table(rows.table), sql.ref(rows.instant)]
  const before = new Date(clock.nowMs() - rows.keptMs)
  for (;;) {
    if (stopping?.aborted) return
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${instant} < ${before} limit ${batchSize}))`.execute(db.query)
    if (Number(numAffectedRows ?? 0n) < batchSize) return
  }
}
