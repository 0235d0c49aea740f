import { type Bet, priceOf, type Selection } from '../games/bets.ts'
import { type Fraction, isAtLeast } from '../games/chance.ts'
import type { Cents } from '../money/cents.ts'

/** What may be staked on one line of a draw. */
export type StakeLimits = {
  readonly minStake: Cents
  /** The most, by the chance of winning; the first class that fits counts. */
  readonly maxStakes: readonly { readonly chanceAtLeast: Fraction; readonly maxStake: Cents }[]
}

/**
 * What the business allows on a draw: part of the rules it is published with, so no change reaches a draw that is
 * public.
 */
export type Limits = StakeLimits & {
  readonly maxPlayerPayout: Cents
  readonly maxHouseExposure: Cents
}

/** The lowest chance of each class; what is rarer than all is the last. */
const classes = {
  bet_max_third: { over: 1n, under: 3n },
  bet_max_twelfth: { over: 1n, under: 12n },
  bet_max_sixtieth: { over: 1n, under: 60n },
  bet_max_rarer: { over: 0n, under: 1n },
} as const

const classNames = Object.keys(classes) as (keyof typeof classes)[]

/** The limits that these settings make. */
export function limitsFrom(of: (name: LimitName) => bigint): Limits {
  return {
    minStake: of('bet_min') as Cents,
    maxStakes: classNames.map((name) => ({ chanceAtLeast: classes[name], maxStake: of(name) as Cents })),
    maxPlayerPayout: of('player_payout_max') as Cents,
    maxHouseExposure: of('draw_payout_max') as Cents,
  }
}

export type LimitName = keyof typeof limitSettings

/**
 * What may be changed, with its bounds. Long odds take small stakes, so that no single line can pay much more than
 * the others.
 */
export const limitSettings = {
  // Never above the smallest maximum, so that no change closes a class by accident.
  bet_min: { unit: 'cents', byDefault: 1_00n, least: 1n, most: 10_00n },
  bet_max_third: { unit: 'cents', byDefault: 1_000_00n, least: 10_00n, most: 100_000_00n },
  bet_max_twelfth: { unit: 'cents', byDefault: 500_00n, least: 10_00n, most: 100_000_00n },
  bet_max_sixtieth: { unit: 'cents', byDefault: 100_00n, least: 10_00n, most: 100_000_00n },
  bet_max_rarer: { unit: 'cents', byDefault: 20_00n, least: 10_00n, most: 100_000_00n },
  player_payout_max: { unit: 'cents', byDefault: 10_000_00n, least: 100_00n, most: 1_000_000_00n },
  draw_payout_max: { unit: 'cents', byDefault: 50_000_00n, least: 1_000_00n, most: 10_000_000_00n },
} as const

export const defaultLimits: Limits = limitsFrom((name) => limitSettings[name].byDefault)

/** The most that may be staked on one line of the selection. */
export function maxStakeFor(selection: Selection, limits: StakeLimits = defaultLimits): Cents {
  const { win } = priceOf(selection).chance
  return limits.maxStakes.find(({ chanceAtLeast }) => isAtLeast(win, chanceAtLeast))!.maxStake
}

export type BetRefusal = 'odds_changed' | 'stake_too_small' | 'stake_too_large'

/**
 * Why a bet may not be accepted as it stands. Other odds than today's are refused and shown, never replaced silently.
 */
export function betRefusal(bet: Bet, limits: StakeLimits = defaultLimits): BetRefusal | null {
  if (bet.oddsHundredths !== priceOf(bet).oddsHundredths) return 'odds_changed'
  if (bet.stakePerLine < limits.minStake) return 'stake_too_small'
  if (bet.stakePerLine > maxStakeFor(bet, limits)) return 'stake_too_large'
  return null
}
