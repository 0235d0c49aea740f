import type { Cents } from '../money/cents.ts'
import { combinations } from './draw-shape.ts'
import { findMarket } from './families.ts'
import type { Market } from './market.ts'
import { type Price, pricesOf } from './odds.ts'

/** A play and a choice in it. One line, unless the choice holds more numbers than the market picks. */
export type Selection = {
  readonly market: Market
  /** Null for a market about the whole draw. */
  readonly position: number | null
  /** Exactly a published selection, or, where the order is free, more numbers in the same form. */
  readonly key: string
  /** One bet per way to pick the market's size from the chosen numbers. */
  readonly lines: number
}

/** An accepted bet: the odds are those it was accepted at, whatever the table says later. */
export type Bet = Selection & { readonly oddsHundredths: number; readonly stakePerLine: Cents }

/** A choice as a player or a file names it, not yet checked. */
export type Choice = {
  readonly family: string
  readonly market: string
  readonly position: number | null
  readonly selection: string
}

/** Finds the market and checks position and selection; null when there is no such thing to bet on. */
export function readSelection(choice: Choice): Selection | null {
  const market = findMarket(`${choice.family}.${choice.market}`)
  if (!market || !isPosition(market, choice.position)) return null
  const lines = countLines(market, choice.selection)
  return lines === 0 ? null : { market, position: choice.position, key: choice.selection, lines }
}

const playPattern = /^([a-z0-9_]+)\.([a-z0-9_]+)(?:@([1-9][0-9]?))?$/

/** The same from the public form of a bet, `{ play: 'pk10.position_number@3', selection: '7' }`. */
export function readPlay({ play, selection }: { readonly play: string; readonly selection: string }): Selection | null {
  const [, family, market, position] = playPattern.exec(play) ?? []
  if (family === undefined || market === undefined) return null
  return readSelection({ family, market, position: position === undefined ? null : Number(position), selection })
}

function isPosition(market: Market, position: number | null): boolean {
  return position === null ? market.positions.length === 0 : market.positions.includes(position)
}

const known = new WeakMap<Market, ReadonlySet<string>>()

function selectionsOf(market: Market): ReadonlySet<string> {
  const selections = known.get(market) ?? new Set(market.selections)
  known.set(market, selections)
  return selections
}

/**
 * How many lines a selection makes, C(n, k) for n numbers in a market that picks k; 0 when it is none of the market's.
 */
export function countLines(market: Market, key: string): number {
  if (selectionsOf(market).has(key)) return 1
  if (market.picks?.order !== 'ascending') return 0
  const numbers = key.split(',')
  if (numbers.length <= market.picks.size) return 0
  // Every neighbouring group of k must itself be sold, which proves labels, order and difference of all numbers at once.
  const { size } = market.picks
  const groups = numbers.slice(size - 1).map((_, at) => numbers.slice(at, at + size).join(','))
  return groups.every((group) => selectionsOf(market).has(group)) ? choose(numbers.length, size) : 0
}

/** The number of ways to pick k of n. */
export function choose(n: number, k: number): number {
  let ways = 1
  for (let step = 1; step <= k; step++) ways = (ways * (n - k + step)) / step
  return ways
}

/** The selections of one line each that a selection stands for. */
export function linesOf(selection: Selection): readonly string[] {
  if (selection.lines === 1) return [selection.key]
  return combinations(selection.key.split(','), selection.market.picks!.size).map((line) => line.join(','))
}

/** Chance, odds and return of a line of the selection; the lines of one selection are all priced alike. */
export function priceOf(selection: Selection): Price {
  const { market, key, lines } = selection
  const line = lines === 1 ? key : key.split(',').slice(0, market.picks!.size).join(',')
  return pricesOf(market).get(line)!
}

/** What is written down of an accepted bet. */
export type WrittenBet = {
  readonly play: string
  readonly selection: string
  readonly stake: bigint
  readonly odds: number
}

/** An accepted bet, from what was written down of it; whatever was accepted was sold. */
export function acceptedBet({ play, selection, stake, odds }: WrittenBet): Bet {
  const read = readPlay({ play, selection })
  if (!read) throw new Error(`a bet on ${play} ${selection} was accepted, which nobody sells`)
  return { ...read, oddsHundredths: odds, stakePerLine: stake as Cents }
}

export function stakeOf(bet: Bet): Cents {
  return (bet.stakePerLine * BigInt(bet.lines)) as Cents
}
