import { type Bet, priceOf, stakeOf } from '../../games/bets.ts'
import { returnAt } from '../../games/odds.ts'

/** What bets are expected to return by their odds, in cents and parts of one: a figure for statistics, never paid. */
export function expectedReturn(bets: readonly Bet[]): number {
  return bets.reduce((sum, bet) => {
    const { over, under } = returnAt(priceOf(bet).chance, bet.oddsHundredths)
    return sum + (Number(stakeOf(bet)) * Number(over)) / Number(under)
  }, 0)
}

/** Sums over draws, in cents. */
type Sums = {
  readonly turnover: bigint
  readonly paid: bigint
  readonly expected: bigint
  /** The squares of what each draw paid off its expectation, added up. */
  readonly residueSquares: number
}

export type Returns = {
  readonly actual: number
  readonly theory: number
  /** Where the actual return lies in 99 of 100 cases if every draw is fair. */
  readonly least: number
  readonly most: number
}

/** Two-sided 99 % of the normal distribution. */
const z99 = 2.5758

/**
 * Shares of the turnover. How far the sum of independent draws may stray is estimated from how far each strayed, so one need
 * not know who else bet what; with few draws the band is a rough one.
 */
export function returnsOf({ turnover, paid, expected, residueSquares }: Sums): Returns | null {
  if (turnover === 0n) return null
  const share = (part: number) => Math.round((part / Number(turnover)) * 10_000) / 10_000
  const strays = z99 * Math.sqrt(residueSquares)
  return {
    actual: share(Number(paid)),
    theory: share(Number(expected)),
    least: share(Math.max(0, Number(expected) - strays)),
    most: share(Number(expected) + strays),
  }
}
