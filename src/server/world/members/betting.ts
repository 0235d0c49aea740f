import type { LogHead } from '#core/fairness/log'
import type { Bet } from '#core/games/bets'
import type { Family } from '#core/games/catalogue'
import type { Market } from '#core/games/market'
import type { ExposureRefusal } from '#core/rules/exposure'
import type { Limits } from '#core/rules/stake-limits'

/** Where bets are taken: everything between a checked slip and the statement that places it. */
export type Betting = {
  place(slip: Slip, period: OpenPeriod): Promise<Placed>
  /** The same for the bet of a chase, under its claim. Alone, since a claim's row is locked with it. */
  placeClaimed(slip: Slip, period: OpenPeriod): Promise<Placed>
  /** A period that was scheduled, ready to take bets; null where there is none of that name. */
  openPeriod(drawId: string): Promise<OpenPeriod | null>
  /** Whoever bets; null where nothing was ever paid into their account. */
  bettor(playerId: string): Promise<Bettor | null>
}

/** The number of a player's account never changes; certified is what somebody stays who is. */
export type Bettor = { readonly account: bigint; isCertified: boolean }

/** Bets of one player on one period, taken together or not at all. */
export type Slip = {
  /** The account that is charged, and the one that owns the bets and is paid. */
  readonly payer: bigint
  readonly owner: bigint
  readonly playerId: string
  /** Whether it is known that the player is certified; where not, the database looks it up. */
  readonly isCertified: boolean
  readonly key: string
  readonly periodId: number
  readonly bets: readonly Bet[]
  /** One for each bet, known to the player alone until the bets are published. */
  readonly salts: readonly string[]
}

/** What became of a slip. Only an accepted one has a first number; its bets are numbered from there. */
export type Placed = {
  readonly outcome: string
  readonly firstSeq: number | null
  readonly head: LogHead
  readonly atMs: number
}

/** A period as betting needs it: what was published of it never changes, so it is asked for once. */
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
  /** What the draw could cost; read when the first bet comes that may still be taken, so never for a draw that is over. */
  books(): Promise<Books>
}

/**
 * What a draw could cost, kept up with every bet: bets are counted here before they are placed and taken out again when
 * they are refused, so that two that are too much together cannot both pass.
 */
export type Books = {
  /** Counts a slip in, or says why not and leaves everything as it was. */
  enter(slip: Entered): Promise<BookRefusal | null>
  /** Takes a slip out that was not accepted. */
  leave(slip: Entered): void
}

export type BookRefusal = ExposureRefusal | 'insufficient_balance'

export type Entered = {
  readonly owner: bigint
  /** Whose balance is looked at before anything is worked out for the slip. */
  readonly payer: bigint
  readonly key: string
  readonly bets: readonly Bet[]
}
