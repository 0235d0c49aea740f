import type { RefusalCode } from '#contract/refusals'
import { parseFraction } from '#core/games/chance'
import { type Bet, type Selection, stakeOf } from '#core/games/bets'
import { type Cents, formatCents, multiplyCents, sumCents } from '#core/money/cents'
import { bookOf, countPayouts, payoutBound } from '#core/rules/exposure'
import type { Steps } from '#core/rules/payout-range'
import { type StakeLimits, betRefusal, maxStakeFor } from '#core/rules/stake-limits'
import type { GameDraws } from '../../../queries/draws.ts'
import { betsOf } from './choice.ts'

type Period = NonNullable<GameDraws['period']>

/** Bets on one slip, as the server takes them. */
export const betsMost = 100

export const lineCount = (selections: readonly Selection[]): number =>
  selections.reduce((lines, each) => lines + each.lines, 0)

/**
 * The most the bets can pay together. Exact, unless some of them look at the whole draw of a game with a hundred thousand
 * outcomes: then each market's most, added up, which is never less.
 */
export function* mostPaid(bets: readonly Bet[]): Steps<Cents> {
  const [first] = bets
  const book = bookOf(first!.market.family, bets)
  const isSmall = first!.market.family === 'k3' || first!.market.family === 'pk10'
  const places = new Set(
    bets.flatMap(({ market, position }) => {
      const read = market.reads(position)
      return read.length > 1 ? read : []
    }),
  )
  yield
  return isSmall || places.size <= 3 ? (yield* countPayouts(book)).most : payoutBound(book)
}

type Problem = { readonly code: RefusalCode; readonly facts: Readonly<Record<string, string>> }

/** What the server would refuse about the stake, told before anything is sent. */
function stakeProblem(bets: readonly Bet[], limits: StakeLimits): Problem | null {
  for (const bet of bets) {
    const code = betRefusal(bet, limits)
    if (code === 'stake_too_small') return { code, facts: { min: formatCents(limits.minStake) } }
    if (code === 'stake_too_large') return { code, facts: { max: formatCents(maxStakeFor(bet, limits)) } }
  }
  return null
}

/** What a period takes on one line, as the checks read it. */
export function limitsOf({ minStake, maxStakes }: Period['stakes']): StakeLimits {
  return {
    minStake,
    maxStakes: maxStakes.map((each) => ({ ...each, chanceAtLeast: parseFraction(each.chanceAtLeast) })),
  }
}

/** What a slip comes to, on a period that takes such stakes. */
export function figuresOf(selections: readonly Selection[], stake: Cents, taken: Period['stakes']) {
  const bets = betsOf(selections, stake)
  return {
    bets,
    lines: lineCount(selections),
    total: sumCents(bets.map(stakeOf)),
    problem: stakeProblem(bets, limitsOf(taken)),
  }
}

export const repeatOrderTotal = (total: Cents, periods: number): Cents => multiplyCents(total, periods)
