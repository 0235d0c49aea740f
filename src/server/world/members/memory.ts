import type { KeyObject } from 'node:crypto'
import type { RefusalCode } from '#contract/refusals'
import type { Entry } from '#core/fairness/log'
import type { PublishedRules } from '#core/games/rules'
import type { Cents } from '#core/money/cents'

/** What a node remembers between requests, so that it need not read or work it out again. None of it is the only copy. */
export type Memory = {
  /** By the hash of the rules' document, which therefore never says anything else. */
  readonly publishedRules: Map<string, PublishedRules>
  /** Schedules whose signature was checked, by their number in the public log. */
  readonly schedules: Map<bigint, Entry>
  /** The operator's public keys as the system's library needs them, by their hexadecimal form. */
  readonly publicKeys: Map<string, KeyObject>
  /** The operator's private key in the same form; null until the first receipt. */
  signingKey: KeyObject | null
  /** By draw: what operators look at. */
  readonly exposure: Map<string, ExposureSums>
  /** By player: the comparison of a payment password that is under way. */
  readonly paymentChecks: Map<string, PaymentCheck>
}

/** What was added up of a draw so far. Its bets are numbered without gaps, so each is read once, however often somebody looks. */
export type ExposureSums = {
  readonly periodId: number
  readonly drawsAt: Date
  readonly payoutMost: Cents
  readonly plays: Map<string, ExposedPlay>
  bets: number
  stakes: bigint
  askedMs: number
  /** Two who look at once must not both add the same bets. */
  turn: Promise<void>
}

export type ExposedPlay = { stakes: bigint; readonly lines: Map<string, ExposedLine> }
export type ExposedLine = { bets: number; stakes: bigint; pays: bigint }

type PaymentCheck = {
  readonly password: string | undefined
  /** What a wrong one is refused with. */
  readonly wrong: RefusalCode
  readonly outcome: Promise<void>
}
