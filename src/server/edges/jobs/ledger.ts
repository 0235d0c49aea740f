import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { publishHeads } from '../../services/fairness/publish-head.ts'
import { watchLog } from '../../services/fairness/watch-log.ts'
import { sealLedger } from '../../services/ledger/seal.ts'
import { type Rounds, watchLedger } from '../../services/ledger/watch.ts'
import { type Job, every } from './every.ts'

const sealPauseMs = 5_000

/** Sealing also rolls up, so that reading what the house holds adds up seconds of entries, not years. */
export function startSealing(app: App): Job {
  return every(app, { job: 'seal', pauseMs: sealPauseMs }, async () => void (await sealLedger(app)))
}

/** Looks every minute whether an hour has begun whose head is not published yet. */
export function startPublishingHeads(app: App): Job {
  return every(app, { job: 'publish heads', pauseMs: 60_000 }, () => publishHeads(app))
}

/** Compares the database with what this node saw of the public log, also where a proxy hides that the server is another. */
export function startLogWatch(app: App): Job {
  return every(app, { job: 'log watch', pauseMs: 1_000 }, async () => void (await watchLog(app)))
}

const watchLeastMs = 1_000
const watchMostMs = 40_000

/** Watches the totals all the time, resting twenty times as long as a look takes: a second at first, under a minute ever. */
export function startLedgerWatch(app: App): Job {
  const rounds: Rounds = { next: 1n, caused: 0n }
  return every(app, { job: 'ledger watch', pauseMs: watchLeastMs }, async () => {
    const startedMs = performance.now()
    await watchLedger(app, rounds)
    return Math.min(watchMostMs, Math.max(watchLeastMs, 20 * (performance.now() - startedMs)))
  })
}

/** Months that are made before they begin. */
const monthsAhead = 3

/** Makes the coming months' parts. Nothing takes one away: the books are kept for five years and longer. */
export async function makePartitions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  for (const table of ['entry', 'bet']) {
    await sql`select make_partitions(${table}, ${new Date(clock.nowMs())}, ${monthsAhead})`.execute(db.query)
  }
}
