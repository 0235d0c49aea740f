import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { sweepUploads } from '../../features/uploads/sweep-uploads.ts'
import { deviceKeptMs } from '../http/cookie.ts'
import { type Job, every } from './every.ts'
import { makePartitions } from './ledger.ts'

const dayMs = 24 * 3_600_000

/** Long enough for any phone that was off over night to resume; later ones ask for everything anew. */
const eventsKeptMs = dayMs

/** A lost answer may be asked for again for a month. */
const answersKeptMs = 35 * dayMs

export function startHousekeeping(app: App): Job {
  return every(app, { job: 'housekeeping', pauseMs: 3_600_000 }, (stopping) => keepHouse(app, stopping))
}

/** What nobody can ask for any more, money, bets, draws and sessions not being among it: rows whose instant is before the age's. */
const passing = [
  { table: 'event', instant: 'at', keptMs: eventsKeptMs },
  { table: 'stored_answer', instant: 'at', keptMs: answersKeptMs },
  { table: 'attempt', instant: 'empty_at', keptMs: 0 },
  { table: 'used_captcha', instant: 'expires_at', keptMs: 0 },
  { table: 'known_device', instant: 'seen_at', keptMs: deviceKeptMs },
  { table: 'verification_code', instant: 'expires_at', keptMs: dayMs },
  { table: 'sign_in_ticket', instant: 'created_at', keptMs: dayMs },
] as const

/** Few enough that no statement comes near its time limit, nor a row is locked for longer than anybody notices. */
const usualBatch = 5_000

/** Makes room for what comes, then removes what is over; where one of these fails, the others are done all the same. */
export async function keepHouse(app: App, stopping?: AbortSignal, batchSize = usualBatch): Promise<void> {
  const works = [
    () => makePartitions(app),
    ...passing.map((each) => () => removePassed(app, each, { stopping, batchSize })),
    () => sweepUploads(app),
  ]
  for (const work of works) {
    if (stopping?.aborted) return
    await work().catch((error: unknown) => app.log.error({ err: error, job: 'housekeeping' }, 'a batch of it failed'))
  }
}

type Batched = { readonly stopping: AbortSignal | undefined; readonly batchSize: number }

async function removePassed({ db, clock }: App, passed: (typeof passing)[number], { stopping, batchSize }: Batched) {
  const [table, instant] = [sql.table(passed.table), sql.ref(passed.instant)]
  const before = new Date(clock.nowMs() - passed.keptMs)
  for (;;) {
    if (stopping?.aborted) return
    const { numAffectedRows } = await sql`
      delete from ${table} where ctid = any (array(
        select ctid from ${table} where ${instant} < ${before} limit ${batchSize}))`.execute(db.query)
    if (Number(numAffectedRows ?? 0n) < batchSize) return
  }
}
