import { performance } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import { publishHeads } from '../../services/fairness/publish-head.ts'
import { watchLog } from '../../services/fairness/watch-log.ts'
import { sealLedger } from '../../services/ledger/seal.ts'
import { openLeafThread } from '../../services/liabilities/leaf-thread.ts'
import { takeDueSnapshot } from '../../services/liabilities/take-snapshot.ts'
import { type Rounds, watchLedger } from '../../services/ledger/watch.ts'
import { type Job, every } from './every.ts'

const sealPauseMs = 5_000

/** Sealing also updates rollups, so that reading the house's balances adds up seconds of entries, not years. */
export function startSealing(app: App): Job {
  return every(app, { job: 'seal', pauseMs: sealPauseMs }, async () => void (await sealLedger(app)))
}

/** Checks every minute whether a new hour needs its head published. */
export function startPublishingHeads(app: App): Job {
  return every(app, { job: 'publish heads', pauseMs: 60_000 }, () => publishHeads(app))
}

/**
 * Looks every ten seconds whether this hour needs its proof of what the house owes, so that the books are read within seconds of the full
 * hour. Each proof starts a thread.
 */
export function startLiabilities(app: App): Job {
  const thread = openLeafThread()
  const job = every(app, { job: 'liabilities', pauseMs: 10_000 }, async (stopping) => {
    await takeDueSnapshot(app, thread, stopping)
  })
  const stop = async () => {
    const stopped = job.stop()
    // A proof takes minutes, most of which it rests; a node that is told to stop does not wait for it.
    await thread.close()
    await stopped
  }
  return { stop }
}

/**
 * Compares the database with the newest public log record that this node has seen. This also notices a different
 * database server behind a proxy.
 */
export function startLogWatch(app: App): Job {
  return every(app, { job: 'log watch', pauseMs: 1_000 }, async () => void (await watchLog(app)))
}

const watchLeastMs = 1_000
const watchMostMs = 40_000

/**
 * Watches the totals continuously. It pauses twenty times as long as a check takes, between a second and 40 seconds.
 */
export function startLedgerWatch(app: App): Job {
  const rounds: Rounds = { next: null, caused: 0n }
  return every(app, { job: 'ledger watch', pauseMs: watchLeastMs }, async () => {
    const startedMs = performance.now()
    await watchLedger(app, rounds)
    return Math.min(watchMostMs, Math.max(watchLeastMs, 20 * (performance.now() - startedMs)))
  })
}

/** How many months ahead partitions are made. */
const monthsAhead = 3

/** Makes the partitions of the coming months. Nothing ever drops one: the ledger is kept for more than five years. */
export async function makePartitions({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  for (const table of ['entry', 'bet']) {
    await sql`select make_partitions(${table}, ${new Date(clock.nowMs())}, ${monthsAhead})`.execute(db.query)
  }
}
