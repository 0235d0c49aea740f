import type { Selection } from '#core/games/bets'
import { type Cents, divideCents, multiplyCents, parseCents } from '#core/money/cents'
import { maxStakeFor } from '#core/rules/stake-limits'
import type { GameDraws } from '../../../../queries/draws.ts'
import { lineCount, limitsOf } from '../figures.ts'

type Taken = NonNullable<GameDraws['period']>['stakes']

/** What may be staked on each line of a slip; no most where the balance does not pay for the least. */
export type StakeRange = { readonly least: Cents; readonly most: Cents | null }

const lesser = (one: Cents, other: Cents): Cents => (one < other ? one : other)
const greater = (one: Cents, other: Cents): Cents => (one > other ? one : other)

/** The range that the draw's limits and the balance leave; a visitor has no balance to be bounded by. */
export function stakeRange(selections: readonly Selection[], taken: Taken, balance: Cents | null): StakeRange {
  const limits = limitsOf(taken)
  const least = limits.minStake
  const [first, ...others] = selections.map((each) => maxStakeFor(each, limits))
  if (first === undefined) return { least, most: null }
  const allowed = others.reduce(lesser, first)
  const most = balance === null ? allowed : lesser(allowed, divideCents(balance, lineCount(selections)))
  return { least, most: most < least ? null : most }
}

/** Half a stake, without the odd cent, and never below the least. */
export const halved = (stake: Cents, { least }: StakeRange): Cents => greater(divideCents(stake, 2), least)

/** Twice a stake, or as much of it as the range allows. */
export function doubled(stake: Cents, { least, most }: StakeRange): Cents {
  const twice = greater(multiplyCents(stake, 2), least)
  return most === null ? least : lesser(twice, most)
}

const usual = parseCents('10.00')!

/** The stake that a slip begins with: the last one, or else the usual one; the least where the balance has not even that. */
export function firstStake(last: Cents | null, least: Cents, balance: Cents | null): Cents {
  const wished = [last, usual].find((each) => each !== null && each >= least && (balance === null || each <= balance))
  return wished ?? least
}
