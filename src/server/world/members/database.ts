import type { Kysely, Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { Failure, FailureKind } from '../database-failures.ts'
import type { Tables } from './tables.generated.ts'

export type Db = {
  readonly query: Kysely<Tables>
  readonly pool: Pool
  /** Connections for bets alone, which must not wait for one: each prepares its statements once and stays. */
  readonly lane: Pool
  /** For what reads the whole of the books or of a draw: it may take as long as it takes. */
  readonly longRunning: Kysely<Tables>
  readonly trouble: Trouble
  close(): Promise<void>
}

/** What a handler writes through: one transaction, committed or rolled back as a whole. */
export type Tx = Transaction<Tables>

/** What a query that needs no transaction of its own accepts. */
export type Queryable = Kysely<Tables> | Tx

/** What a node's database failed with lately. */
export type Trouble = {
  /** Remembers an error of the database; the class of it, or null where it is none. */
  note(error: unknown): FailureKind | null
  /** A write of the node's own worked just now. */
  works(): void
  /** What stands now, and for how long. */
  now(): { kind: FailureKind; failure: Failure; forMs: number }[]
  /** Failures so far, for the figures. */
  counts(): Readonly<Partial<Record<FailureKind, number>>>
}
