import { type Bet, stakeOf } from '../games/bets.ts'
import type { Family } from '../games/catalogue.ts'
import type { Result } from '../games/draw-shape.ts'
import { settle } from '../games/settle.ts'
import { type Bps, type Cents, sumCents, zeroCents } from '../money/cents.ts'
import { bookOf, payoutsOf, stakedIn } from './exposure.ts'

/**
 * What a player can lose on a draw: the stakes less the least that comes back whatever is drawn. Big and small together
 * risk only the house's margin, so betting both sides earns no rebate.
 */
export function stakeAtRisk(family: Family, bets: readonly Bet[]): Cents {
  const book = bookOf(family, bets)
  const risk = stakedIn(book) - payoutsOf(book).least
  return risk > 0n ? (risk as Cents) : zeroCents
}

/**
 * What counts as turnover once the draw is known: the stake at risk, and never more than the stakes that were resolved,
 * since a push is a bet that did not happen. Leaving pushed bets out of the risk itself would let a hedge count in full.
 */
export function turnoverOf(bets: readonly Bet[], result: Result): Cents {
  const family = bets[0]?.market.family
  if (family === undefined) return zeroCents
  const resolved = sumCents(bets.filter((bet) => settle(bet, result).verdict !== 'push').map(stakeOf))
  const risk = stakeAtRisk(family, bets)
  return risk < resolved ? risk : resolved
}

/** Rounds down: a rebate is a gift, and the fraction of a cent stays with the house. */
export function rebateOf(turnover: Cents, rate: Bps): Cents {
  return ((turnover * BigInt(rate)) / 10_000n) as Cents
}
