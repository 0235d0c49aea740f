import { type Bet, priceOf, type Selection } from '../games/bets.ts'
import { type Fraction, isAtLeast } from '../games/chance.ts'
import type { Cents } from '../money/cents.ts'

/** What the business allows. These are the defaults; operators change them with an entry in the log. */
export type Limits = {
  readonly minStake: Cents
  /** The most that may be staked on one line, by the chance of winning; the first class that fits counts. */
  readonly maxStakes: readonly { readonly chanceAtLeast: Fraction; readonly maxStake: Cents }[]
  readonly maxPlayerPayout: Cents
  readonly maxHouseExposure: Cents
}

/** Long odds take small stakes, so that no single line can pay much more than the others. */
export const defaultLimits: Limits = {
  minStake: 1_00n as Cents,
  maxStakes: [
    { chanceAtLeast: { over: 1n, under: 3n }, maxStake: 1_000_00n as Cents },
    { chanceAtLeast: { over: 1n, under: 12n }, maxStake: 500_00n as Cents },
    { chanceAtLeast: { over: 1n, under: 60n }, maxStake: 100_00n as Cents },
    { chanceAtLeast: { over: 0n, under: 1n }, maxStake: 20_00n as Cents },
  ],
  maxPlayerPayout: 10_000_00n as Cents,
  maxHouseExposure: 50_000_00n as Cents,
}

/** The most that may be staked on one line of the selection. */
export function maxStakeFor(selection: Selection, limits: Limits = defaultLimits): Cents {
  const { win } = priceOf(selection).chance
  return limits.maxStakes.find(({ chanceAtLeast }) => isAtLeast(win, chanceAtLeast))!.maxStake
}

export type BetRefusal = 'odds_changed' | 'stake_too_small' | 'stake_too_large'

/** Why a bet may not be accepted as it stands. Other odds than today's are refused and shown, never replaced silently. */
export function betRefusal(bet: Bet, limits: Limits = defaultLimits): BetRefusal | null {
  if (bet.oddsHundredths !== priceOf(bet).oddsHundredths) return 'odds_changed'
  if (bet.stakePerLine < limits.minStake) return 'stake_too_small'
  if (bet.stakePerLine > maxStakeFor(bet, limits)) return 'stake_too_large'
  return null
}
