import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Failure, FailureKind } from '../database-failures.ts'
import type { Secret } from '../secrets/secret.ts'
import type { Tables } from './tables.generated.ts'

export type Db = {
  /** With the password, for threads that have connections of their own. */
  readonly address: Secret
  readonly query: Kysely<Tables>
  readonly pool: Pool
  /** Connections for placing bets only, so that bets never wait for one. They stay open and keep their prepared statements. */
  readonly bettingPool: Pool
  /** For queries that read the whole ledger or a whole draw: they have no statement timeout. */
  readonly longRunning: Kysely<Tables>
  readonly failures: FailureTracker
  close(): Promise<void>
}

/** The transaction in which a handler writes, committed or rolled back as a whole. */
export type Tx = Transaction<Tables>

/** The parameter of a query that may run inside or outside a transaction. */
export type Queryable = Kysely<Tables> | Tx

/** The recent failures of this node's database. */
export type FailureTracker = {
  /** Records an error and returns its class, or null where it is no failure of the database. */
  note(error: unknown): FailureKind | null
  /** Records that a write of this node has just succeeded. */
  works(): void
  /** The failures that are not over, and for how long each has lasted. */
  now(): { kind: FailureKind; failure: Failure; forMs: number }[]
  /** The number of failures of each class since the start, for the metrics. */
  counts(): Readonly<Partial<Record<FailureKind, number>>>
}
