import type { LogHead } from '#core/fairness/receipt'
import type { Queryable } from './database.ts'

export type Taken = { readonly periodId: number; readonly bets: number; readonly closesAtMs: number }

/**
 * What this node remembers of the public log outside the database: the newest checkpoint that it signed or saw, the keys that
 * signed the log, and how many bets it gave receipts for. A database that lost its newest records, was restored to an earlier
 * day, or was continued by another copy contradicts this memory; the node must not sign another record on top of it.
 */
export type LogMark = {
  readonly file: string
  /** The newest checkpoint; null before the first. */
  head(): { readonly size: number; readonly root: string } | null
  /** Whether this node accepts records signed with this public key. */
  trusts(publicKey: string): boolean
  /** Remembers a checkpoint that was committed. */
  note(head: LogHead): void
  /** Remembers how many bets on a period were committed, counted from its first. */
  noteBets(taken: Taken): void
  /** A sentence about what the database lacks of this; null where it has everything. */
  missingIn(db: Queryable): Promise<string | null>
  /** Remembers what the database has beyond it. Call it only after `missingIn` answered null. */
  follow(db: Queryable): Promise<void>
  /** Why the newest of it is in memory only; null where the disk has it. A node that cannot remember what it signed must sign nothing more. */
  unwritten(): string | null
  written(): Promise<void>
}
