import { type Chance, chancesOf, type Fraction, fraction, isAtLeast } from './chance.ts'
import type { Market } from './market.ts'

/** What a selection costs the player, all of it computed from the rule. */
export type Price = {
  readonly chance: Chance
  /** Decimal odds including the stake, in hundredths: 196 is 1.96. */
  readonly oddsHundredths: number
  /** Expected share of the stake that comes back, pushes included. */
  readonly playerReturn: Fraction
}

/** The return policy: the share of resolved stakes that is priced to come back, by the chance of winning. */
export const returnPolicy = [
  { chanceAtLeast: { over: 1n, under: 12n }, percent: 98n },
  { chanceAtLeast: { over: 1n, under: 60n }, percent: 97n },
  { chanceAtLeast: { over: 0n, under: 1n }, percent: 96n },
] as const

/** From 100.00 up odds move in steps of 0.50: longer tails look exact and are not read. */
export const coarseFrom = 10_000n
export const coarseStep = 50n

/** Rounds down, so that the true return never exceeds the policy. A push resolves nothing and stays out of the sum. */
export function oddsFor({ win, push }: Chance): number {
  const { percent } = returnPolicy.find(({ chanceAtLeast }) => isAtLeast(win, chanceAtLeast))!
  const hundredths = (percent * (push.under - push.over) * win.under) / (push.under * win.over)
  return Number(hundredths < coarseFrom ? hundredths : hundredths - (hundredths % coarseStep))
}

/** The share of the stake that comes back in the long run at these odds. */
export function returnAt({ win, push }: Chance, oddsHundredths: number): Fraction {
  const won = win.over * BigInt(oddsHundredths) * push.under
  const pushed = push.over * 100n * win.under
  return fraction(won + pushed, win.under * 100n * push.under)
}

const known = new WeakMap<Market, ReadonlyMap<string, Price>>()

/** The price of every selection of one line. */
export function pricesOf(market: Market): ReadonlyMap<string, Price> {
  const prices = known.get(market) ?? computePrices(market)
  known.set(market, prices)
  return prices
}

function computePrices(market: Market): ReadonlyMap<string, Price> {
  return new Map(
    [...chancesOf(market)].map(([selection, chance]) => {
      const oddsHundredths = oddsFor(chance)
      return [selection, { chance, oddsHundredths, playerReturn: returnAt(chance, oddsHundredths) }]
    }),
  )
}

/** `196` becomes `1.96`. */
export function formatOdds(oddsHundredths: number): string {
  const digits = String(oddsHundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Four places, rounded half up: for reading, never for computing. */
export function formatReturn({ over, under }: Fraction): string {
  const tenThousandths = (over * 20_000n + under) / (2n * under)
  return `${tenThousandths / 10_000n}.${String(tenThousandths % 10_000n).padStart(4, '0')}`
}
