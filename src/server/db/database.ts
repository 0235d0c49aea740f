import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type LogConfig, PostgresDialect } from 'kysely'
import { Pool, type PoolConfig } from 'pg'
import type { Log } from '../world/log.ts'
import type { Random } from '../world/random.ts'
import { Secret } from '../world/secrets/secret.ts'
import { failureOf, failures } from '../world/database-failures.ts'
import { addressesOf } from '../world/database-addresses.ts'
import { longRunning as longRunningSettings, ordinary } from './connections.ts'
import { openHosts } from './hosts.ts'
import type { Tables } from '../world/members/tables.generated.ts'
import { trackFailures } from './track-failures.ts'
import type { Db, FailureTracker, Tx } from '../world/members/database.ts'

/** Connections for placing bets. With two, one batch is computed while the other waits for the disk. */
export const bettingPoolSize = 2

/** Three, because paying rebates and the proof of what is owed each hold one for seconds or longer, and the ledger watch must not wait for them. */
const longRunningWidth = 3

type Opening = {
  readonly url: string
  readonly log: Log
  readonly size?: number
  /** How long a query of `longRunning` may take instead of what a node allows; 0 is as long as it takes, where somebody waits for it. */
  readonly longestMs?: number
}

/** Opens the pools as the role `clearball_app`, which cannot change append-only tables. */
export function openDatabase({ url, log, size = 16, longestMs }: Opening): Db {
  const tracker = trackFailures(() => performance.now())
  const hosts = openHosts(url)
  const common: PoolConfig = {
    connectionString: addressesOf(url)[0]!,
    ...(hosts.Client && { Client: hosts.Client }),
    ...ordinary,
  }
  const pool = new Pool({ ...common, max: size })
  const bettingPool = new Pool({ ...common, max: bettingPoolSize, idleTimeoutMillis: 0 })
  const longest = longestMs === undefined ? {} : { statement_timeout: longestMs, query_timeout: longestMs }
  const longRunningPool = new Pool({ ...common, ...longRunningSettings, ...longest, max: longRunningWidth })
  // Without an error listener on the pool and on each client, a lost connection would end the process.
  let isClosing = false
  const warn = (error: Error) => void (isClosing || log.warn({ err: error }, 'a database connection was lost'))
  for (const each of [pool, longRunningPool, bettingPool]) {
    each.on('error', warn)
    each.on('connect', (client) => client.on('error', warn))
  }
  const noted: FailureTracker = {
    ...tracker,
    note: (error) => {
      const kind = tracker.note(error)
      if (kind && failures[kind].takesOut) hosts.look()
      return kind
    },
  }
  // Only failures that take the node out are recorded here; callers retry or expect the others.
  const tell: LogConfig = ({ level, ...event }) => {
    const kind = level === 'error' && 'error' in event ? failureOf(event.error) : null
    if (kind && failures[kind].takesOut) noted.note((event as { error: unknown }).error)
  }
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: tell })
  const longRunning = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: longRunningPool }), log: tell })
  const close = async () => {
    isClosing = true
    await Promise.all([query.destroy(), longRunning.destroy(), bettingPool.end()])
  }
  return { address: new Secret(url), query, pool, bettingPool, longRunning, failures: noted, close }
}

/** Serialization failure and deadlock: PostgreSQL documents both as safe to retry from the start. */
const retryable = new Set(['40001', '40P01'])
const attempts = 5

/** Runs `work` in one transaction and retries it from the start where PostgreSQL asks for that, a bounded number of times. */
export function transaction<T>(db: Db, random: Random, work: (tx: Tx) => Promise<T>): Promise<T> {
  return retried(random, async () => {
    const told: (() => void)[] = []
    const answer = await db.query.transaction().execute((tx) => {
      whenCommitted.set(tx, told)
      return work(tx)
    })
    for (const tell of told) tell()
    return answer
  })
}

/** Runs statements that only read, all of the same instant. */
export function snapshot<T>({ query }: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return query.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}

const whenCommitted = new WeakMap<Tx, (() => void)[]>()

/** Calls `tell` after the commit; never where the transaction is rolled back. */
export function onCommit(tx: Tx, tell: () => void): void {
  whenCommitted.get(tx)?.push(tell)
}

/** Retries a transaction that is a single statement in the same way. */
export async function retried<T>(random: Random, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attempts || !isRetryable(error)) throw error
      await sleep(random.below(10 * 2 ** attempt))
    }
  }
}

/** Whether the whole transaction may be retried. */
export function isRetryable(error: unknown): boolean {
  return retryable.has(errorCode(error) ?? '')
}

/** The SQLSTATE of a database error, or undefined for any other. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
