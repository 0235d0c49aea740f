import type { Family } from './catalogue.ts'
import { combinations, drawShapes, eachMultiset, eachOutcome, range, type Result } from './draw-shape.ts'
import type { PlayName } from './play-names.ts'

/** What a position counts: it chooses the word a translation puts before the number. */
type PositionKind = 'die' | 'place' | 'place_pair' | 'ball' | 'three_balls'

/** Several numbers in one selection, joined by commas. */
type Picks = {
  readonly size: number
  /** `ascending`: the order is free, and more numbers make more lines. `drawn`: exactly these places, one line. */
  readonly order: 'ascending' | 'drawn'
  /** The published shorthand of one selection. */
  readonly describes: string
}

/** One thing to bet on: what can be chosen, what wins, and how it is named. */
export type Market = {
  readonly family: Family
  readonly code: string
  readonly zh: string
  readonly en: string
  readonly tie: string
  /** The play names of the specification that this market serves. */
  readonly plays: readonly PlayName[]
  /** Where it is sold; empty when it concerns the draw as a whole. */
  readonly positions: readonly number[]
  readonly positionKind: PositionKind | null
  readonly positionLabels: readonly string[]
  /** Every selection of one line, in the order it is shown. */
  readonly selections: readonly string[]
  readonly picks: Picks | null
  /** Which numbers of the result the rule reads at a position, counted from 0. */
  readonly reads: (position: number | null) => readonly number[]
  /** True where the order of the numbers read changes nothing: one answer then serves many outcomes. */
  readonly isUnordered: boolean
  /** The selections that win, given the numbers read. The only statement of the rule: all else follows from it. */
  readonly winners: (seen: Result) => readonly string[]
  /** Whether the numbers read give back every stake of the market. */
  readonly isPush: (seen: Result) => boolean
}

/** A market as its family writes it: what is left out has the plain meaning. */
export type MarketDefinition = Pick<Market, 'code' | 'zh' | 'en' | 'selections' | 'winners'> &
  Partial<Omit<Market, 'family'>>

const plain = {
  tie: 'none possible; a losing selection loses the stake',
  plays: [],
  positions: [],
  positionKind: null,
  positionLabels: [],
  picks: null,
  isUnordered: false,
  isPush: () => false,
}

/** Completes the definitions of a family. Without `reads` a rule sees the whole draw. */
export function defineMarkets(family: Family, definitions: readonly MarketDefinition[]): readonly Market[] {
  const whole = range(0, drawShapes[family].places - 1)
  return definitions.map((definition) => ({ ...plain, family, reads: () => whole, ...definition }))
}

/** Reads one place: position 1 is the first number of the result. */
export function readsOne(position: number | null): readonly number[] {
  if (position === null) throw new Error('a market at a position was asked without one')
  return [position - 1]
}

/** The positions of a market in the form a loop wants: a market about the whole draw has the one position null. */
export function positionsOf(market: Market): readonly (number | null)[] {
  return market.positions.length > 0 ? market.positions : [null]
}

/** The numbers of the result that the market's rule reads. */
export function seenAt(market: Market, position: number | null, result: Result): Result {
  return market.reads(position).map((at) => result[at]!)
}

/**
 * Visits the outcomes of what the market reads, each with the number of equally likely ways it comes about, in the fewest
 * steps that its rule allows: where the order is free, five digits are 2,002 outcomes instead of 100,000.
 */
export function eachSeen(market: Market, visit: (seen: Result, ways: number) => void): void {
  const shape = drawShapes[market.family]
  const count = market.reads(market.positions[0] ?? null).length
  if (!market.isUnordered) eachOutcome(shape, count, (seen) => visit(seen, 1))
  else if (shape.isDistinct) combinations(shape.pool, count).forEach((seen) => visit(seen, 1))
  else eachMultiset(shape.pool, count, visit)
}

/** The play and its place as one word: `k3.sum`, `pk10.position_number@3`. */
export function playCode(market: Market, position: number | null): string {
  return `${market.family}.${market.code}${position === null ? '' : `@${position}`}`
}
