import type { LogHead } from '#core/fairness/log'
import type { Queryable } from './database.ts'

export type Taken = { readonly periodId: number; readonly bets: number; readonly closesAtMs: number }

/**
 * What this node knows of the public log from outside the database: the newest record that it signed or saw, the keys that
 * signed it, and how many bets it gave receipts for. A database that lost its tail, or was put back to an earlier day, knows
 * less; one that went on elsewhere knows something else. Neither may be signed on.
 */
export type LogMark = {
  readonly file: string
  /** Whether records signed with this public key are believed. */
  trusts(publicKey: string): boolean
  /** A record that was committed. */
  note(head: LogHead): void
  /** Bets on a period that were committed, counted from its first. */
  noteBets(taken: Taken): void
  /** What of this the database does not have, in a sentence; null where it has all. */
  missingIn(db: Queryable): Promise<string | null>
  /** Takes over what the database has beyond it; only after nothing was missing. */
  follow(db: Queryable): Promise<void>
  written(): Promise<void>
}
