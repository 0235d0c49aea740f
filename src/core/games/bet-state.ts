import { type Cents, zeroCents } from '../money/cents.ts'
import { type Bet, stakeOf } from './bets.ts'
import type { Result } from './draw-shape.ts'
import { settle, type Verdict } from './settle.ts'

/** What is known of a bet's period. */
export type BetPeriod = {
  readonly status: 'scheduled' | 'closed' | 'drawn' | 'void' | 'cancelled'
  readonly closesAtMs: number
  readonly outcome: Result | null
  /** What a void draw would have been, once those who would have won are paid. */
  readonly shadowOutcome: Result | null
  readonly isSettled: boolean
}

/** Where a bet stands. The row of a bet is never changed, so all of this follows from its period. */
export type BetStanding = {
  readonly state: 'betting' | 'pending' | 'completed'
  readonly outcome: Verdict | 'void' | null
  /** What came back, or will with the settlement. */
  readonly payout: Cents
}

/** Says how a bet stands: in progress until betting closes, pending until the period is settled, completed then. */
export function betStanding(bet: Bet, period: BetPeriod, nowMs: number): BetStanding {
  const state = period.isSettled
    ? 'completed'
    : period.status === 'scheduled' && nowMs < period.closesAtMs
      ? 'betting'
      : 'pending'
  if (period.status === 'void' || period.status === 'cancelled') {
    const shadow = period.shadowOutcome ? settle(bet, period.shadowOutcome).payout : zeroCents
    const stake = stakeOf(bet)
    return { state, outcome: 'void', payout: shadow > stake ? shadow : stake }
  }
  if (!period.outcome) return { state, outcome: null, payout: zeroCents }
  const { verdict, payout } = settle(bet, period.outcome)
  return { state, outcome: verdict, payout }
}
