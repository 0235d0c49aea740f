import { type Bet, linesOf, stakeOf } from '../games/bets.ts'
import type { Family } from '../games/catalogue.ts'
import { drawShapes, type Result } from '../games/draw-shape.ts'
import { eachSeen, type Market } from '../games/market.ts'
import { linePayout } from '../games/settle.ts'
import { type Cents, sumCents } from '../money/cents.ts'
import { type Payoff, type Steps, counted, payoutRange } from './payout-range.ts'

/** The bets on one market at one position: what each selection would pay, and what a push would return. */
type Stack = {
  readonly market: Market
  readonly position: number | null
  readonly pays: Map<string, bigint>
  staked: bigint
  /** The most the stack can pay. */
  bound: bigint
}

/** Bets on one draw, added up by selection: its size depends on what is sold, not on how many bets there are. */
export type Book = { readonly family: Family; readonly stacks: Map<string, Stack>; bound: bigint }

export function openBook(family: Family): Book {
  return { family, stacks: new Map(), bound: 0n }
}

/**
 * Adds a bet to the book in place: a book grows with every bet of a period, and copying it each time would not keep up.
 */
export function addToBook(book: Book, ...bets: readonly Bet[]): void {
  changeBook(book, bets, 1n)
}

/** Undoes `addToBook` for bets that were not taken after all. */
export function takeFromBook(book: Book, ...bets: readonly Bet[]): void {
  changeBook(book, bets, -1n)
}

/** The bound of a market is worked out once for all bets on it: a slip may name the same market a hundred times. */
function changeBook(book: Book, bets: readonly Bet[], sign: bigint): void {
  const changed = new Set<Stack>()
  for (const bet of bets) {
    const { market, position } = bet
    if (market.family !== book.family) throw new Error(`a ${market.family} bet cannot share a draw of ${book.family}`)
    const key = stackKey(market, position)
    const stack = book.stacks.get(key) ?? { market, position, pays: new Map<string, bigint>(), staked: 0n, bound: 0n }
    book.stacks.set(key, stack)
    const payout = linePayout(bet.stakePerLine, bet.oddsHundredths) * sign
    for (const line of linesOf(bet)) stack.pays.set(line, (stack.pays.get(line) ?? 0n) + payout)
    stack.staked += stakeOf(bet) * sign
    changed.add(stack)
  }
  for (const stack of changed) {
    const before = stack.bound
    stack.bound = stackBound(stack)
    book.bound += stack.bound - before
  }
}

const stackKey = (market: Market, position: number | null) => `${market.code}@${position}`

function stackBound({ market, pays, staked }: Stack): bigint {
  const { mostWinners, canPush } = reachOf(market)
  let won = 0n
  if (mostWinners === 1) {
    for (const pay of pays.values()) if (pay > won) won = pay
  } else {
    const highest = [...pays.values()].sort((low, high) => (low < high ? 1 : -1)).slice(0, mostWinners)
    won = sumCents(highest as Cents[])
  }
  return canPush && staked > won ? staked : won
}

export function bookOf(family: Family, bets: Iterable<Bet>): Book {
  const book = openBook(family)
  for (const bet of bets) addToBook(book, bet)
  return book
}

/** A book from sums that were made elsewhere, one for each market at each position. */
export function bookFrom(family: Family, summed: Iterable<Omit<Stack, 'bound'>>): Book {
  const book = openBook(family)
  for (const sums of summed) {
    const stack = { ...sums, bound: stackBound({ ...sums, bound: 0n }) }
    book.stacks.set(stackKey(sums.market, sums.position), stack)
    book.bound += stack.bound
  }
  return book
}

/** Everything staked in the book. */
export function stakedIn(book: Book): Cents {
  return sumCents([...book.stacks.values()].map(({ staked }) => staked as Cents))
}

/**
 * The least and the most the book pays over all outcomes of its draw, exactly. Takes milliseconds for a player's bets
 * and up to 0.3 s for a book with every market of five digits. Counts in plain numbers, which hold cents up to 90
 * trillion dollars.
 */
export function payoutsOf(book: Book): Payouts {
  return counted(countPayouts(book))
}

type Payouts = { readonly least: Cents; readonly most: Cents }

/** The same in steps: a screen that counts between two frames answers taps meanwhile. */
export function* countPayouts(book: Book): Steps<Payouts> {
  if (payoutBound(book) > Number.MAX_SAFE_INTEGER) throw new RangeError('a payout beyond all limits')
  const { least, most } = yield* payoutRange(drawShapes[book.family], [...book.stacks.values()].map(payoffOf))
  return { least: BigInt(least) as Cents, most: BigInt(most) as Cents }
}

/**
 * Never below `payoutsOf(book).most`, and kept up with every bet: takes from each market at each position the largest
 * payouts that can win at once, as if the worst of all of them came in one draw. Exact for a single market of which
 * only one selection can win.
 */
export function payoutBound(book: Book): Cents {
  return book.bound as Cents
}

/** Why a draw takes no more bets of a player, or of anybody. */
export type ExposureRefusal = 'player_payout_too_large' | 'house_exposure_too_large'

function payoffOf({ market, position, pays, staked }: Stack): Payoff {
  const compute = (seen: Result): number => {
    let sum = market.isPush(seen) ? staked : 0n
    for (const selection of market.winners(seen)) sum += pays.get(selection) ?? 0n
    return Number(sum)
  }
  return { places: market.reads(position), at: remembered(compute, market.isUnordered) }
}

/**
 * A cache key of the numbers seen: where the order is free, how often each number came (at most five times); else the
 * numbers in order.
 */
function remembered(compute: (seen: Result) => number, isUnordered: boolean): (seen: Result) => number {
  const known = new Map<number, number>()
  return (seen) => {
    let key = 0
    for (const number of seen) key = isUnordered ? key + 6 ** number : key * 16 + number
    const value = known.get(key) ?? compute(seen)
    known.set(key, value)
    return value
  }
}

/** How many selections of a market can win in one draw, and whether it can push. */
type Reach = { readonly mostWinners: number; readonly canPush: boolean }
const reaches = new WeakMap<Market, Reach>()

function reachOf(market: Market): Reach {
  const known = reaches.get(market)
  if (known) return known
  let [mostWinners, canPush] = [0, false]
  eachSeen(market, (seen) => {
    mostWinners = Math.max(mostWinners, market.winners(seen).length)
    canPush ||= market.isPush(seen)
  })
  reaches.set(market, { mostWinners, canPush })
  return { mostWinners, canPush }
}
