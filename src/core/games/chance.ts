import { eachSeen, type Market } from './market.ts'

/** An exact fraction in lowest terms, never negative. */
export type Fraction = { readonly over: bigint; readonly under: bigint }

/** How likely a selection wins, and how likely its stake comes back. */
export type Chance = { readonly win: Fraction; readonly push: Fraction }

export function fraction(over: bigint, under: bigint): Fraction {
  let [divisor, rest] = [under, over]
  while (rest > 0n) [divisor, rest] = [rest, divisor % rest]
  return { over: over / divisor, under: under / divisor }
}

/** The published form, `5/108`. */
export function formatFraction({ over, under }: Fraction): string {
  return `${over}/${under}`
}

export function parseFraction(text: string): Fraction {
  const [over, under] = text.split('/') as [string, string]
  return { over: BigInt(over), under: BigInt(under) }
}

export function isAtLeast(left: Fraction, right: Fraction): boolean {
  return left.over * right.under >= right.over * left.under
}

const known = new WeakMap<Market, ReadonlyMap<string, Chance>>()

/** The exact chance of every selection, counted over all outcomes once and then remembered. */
export function chancesOf(market: Market): ReadonlyMap<string, Chance> {
  const counted = known.get(market) ?? countChances(market)
  known.set(market, counted)
  return counted
}

function countChances(market: Market): ReadonlyMap<string, Chance> {
  const wins = new Map(market.selections.map((selection) => [selection, 0]))
  let pushes = 0
  let outcomes = 0
  eachSeen(market, (seen, ways) => {
    outcomes += ways
    if (market.isPush(seen)) pushes += ways
    for (const selection of market.winners(seen)) wins.set(selection, wins.get(selection)! + ways)
  })
  const share = (count: number): Fraction => fraction(BigInt(count), BigInt(outcomes))
  return new Map([...wins].map(([selection, count]) => [selection, { win: share(count), push: share(pushes) }]))
}
