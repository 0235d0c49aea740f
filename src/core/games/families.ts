import type { Family } from './catalogue.ts'
import { digitsFiveMarkets } from './families/digits-five.ts'
import { diceThreeMarkets } from './families/dice-three.ts'
import { elevenFiveMarkets } from './families/eleven-five.ts'
import { racingTenMarkets } from './families/racing-ten.ts'
import { type Market, playCode } from './market.ts'

/** A family: how it is named, how it draws, what can be bet on it. */
export type FamilyRules = {
  readonly zh: string
  readonly draw: string
  readonly markets: readonly Market[]
}

export const families: Readonly<Record<Family, FamilyRules>> = {
  k3: { zh: '快三', draw: '3 dice 1-6, ordered, 216 equally likely outcomes', markets: diceThreeMarkets },
  pk10: {
    zh: 'PK10/赛车/飞艇',
    draw: 'uniform random permutation of 1..10; index = finishing place',
    markets: racingTenMarkets,
  },
  ssc: { zh: '时时彩 / 澳洲幸运5', draw: '5 independent digits 0-9, ordered', markets: digitsFiveMarkets },
  x11_5: {
    zh: '11选5',
    draw: '5 distinct numbers of 1..11, ordered (55440 equally likely)',
    markets: elevenFiveMarkets,
  },
}

/** Every market of every family, in published order. */
export const allMarkets: readonly Market[] = Object.values(families).flatMap(({ markets }) => markets)

const byCode: ReadonlyMap<string, Market> = new Map(allMarkets.map((market) => [playCode(market, null), market]))

/** The market of a code such as `k3.sum`, or null. */
export function findMarket(code: string): Market | null {
  return byCode.get(code) ?? null
}
