import type { LogHead } from '#core/fairness/receipt'
import type { Bet } from '#core/games/bets'
import type { Family } from '#core/games/catalogue'
import type { Market } from '#core/games/market'
import type { ExposureRefusal } from '#core/rules/exposure'
import type { Limits } from '#core/rules/stake-limits'

/** The steps between a checked slip and the SQL statement that places it. */
export type Betting = {
  place(slip: Slip, period: OpenPeriod): Promise<Receipted>
  /** Places the bet of a repeat order under its claim. Not in a batch with others, because it also locks the claim's row. */
  placeClaimed(slip: Slip, period: OpenPeriod): Promise<Placed>
  /** A scheduled period, ready to take bets; null if there is none with this id. */
  openPeriod(drawId: string): Promise<OpenPeriod | null>
  /** The player's account as betting needs it; null if nothing was ever paid into it. */
  bettor(playerId: string): Promise<Bettor | null>
  /** How many requests of this node carry each slip, by its player and key, from before anything is decided until the answer. */
  readonly underWay: Map<string, number>
  /** How many slips wait for their batch now. */
  waiting(): number
  /** Calls `seen` with every batch that ended from now on, for the metrics. */
  onBatch(seen: (batch: SentBatch) => void): void
}

/** How many slips went in one transaction, and how long it took, repetitions included. */
export type SentBatch = { readonly slips: number; readonly seconds: number }

/** Safe to keep in memory: the number of a player's account never changes, and a certified player stays certified. */
export type Bettor = { readonly account: bigint; isCertified: boolean }

/** Bets of one player on one period, taken together or not at all. */
export type Slip = {
  /** `payer` is the account that is charged; `owner` is the account that owns the bets and is paid. */
  readonly payer: bigint
  readonly owner: bigint
  readonly playerId: string
  /** The hash, in hex, of the token that the request came with; null for a bet of a repeat order, which needs no session. */
  readonly token: string | null
  /** True if this node knows that the player is certified; if false, the database looks it up. */
  readonly isCertified: boolean
  readonly key: string
  readonly periodId: number
  readonly bets: readonly Bet[]
  /** One for each bet, known only to the player until the bets are published. */
  readonly salts: readonly string[]
}

/** The outcome of a slip. Only an accepted slip has a `firstSeq`; its bets are numbered from there. */
export type Placed = {
  readonly outcome: string
  readonly firstSeq: number | null
  /** The batch it was placed in, the log's newest checkpoint then, and the time. */
  readonly batchId: string
  readonly head: LogHead
  readonly atMs: number
}

/** A slip that was placed with others, with the receipts of its bets if it was accepted. */
export type Receipted = Placed & { readonly receipts: readonly string[] }

/** A period as betting needs it. What was published about it never changes, so it is read once. */
export type OpenPeriod = {
  readonly id: number
  readonly drawId: string
  readonly game: string
  readonly family: Family
  readonly opensAtMs: number
  readonly closesAtMs: number
  readonly round: number
  readonly rulesHash: string
  readonly limits: Limits
  /** Whether the period's published rules sell the market. */
  sells(market: Market): boolean
  /** What the draw could cost the house. Read with the first bet that arrives before the close, so never for a draw that is over. */
  books(): Promise<Books>
}

/**
 * What a draw could cost the house, updated with every bet. Bets are counted before they are placed, and removed again if they are
 * refused, so that two bets that together exceed a limit cannot both pass.
 */
export type Books = {
  /** Counts a slip, or returns the reason for refusing it and changes nothing. */
  enter(slip: Entered): Promise<BookRefusal | null>
  /** Removes a slip that was not accepted. `stored` are the bets under its key, where they are known: they may be others than the slip's. */
  leave(slip: Entered, stored?: readonly Bet[]): void
}

export type BookRefusal = ExposureRefusal | 'insufficient_balance'

export type Entered = {
  readonly owner: bigint
  /** The balance of this account is checked first, before anything is computed for the slip. */
  readonly payer: bigint
  readonly key: string
  readonly bets: readonly Bet[]
}
