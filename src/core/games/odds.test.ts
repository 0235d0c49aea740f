import { expect, test } from 'vitest'
import type { Family } from './catalogue.ts'
import { type Chance, chancesOf, formatFraction, fraction, isAtLeast } from './chance.ts'
import { combinations, drawShapes, eachOutcome, type Result } from './draw-shape.ts'
import { allMarkets, families, findMarket } from './families.ts'
import { positionsOf } from './market.ts'
import { formatOdds, formatReturn, oddsFor, pricesOf, returnAt, returnPolicy } from './odds.ts'
import { outcomeCount } from './testing/outcome-count.ts'
import expected from './testing/expected-odds.json' with { type: 'json' }

type Group = { sel?: string[]; p: string; push?: string; odds: string; rtp: string }
type Row = { zh: string; en: string; tie: string; specBetTypes?: string[]; positions?: number[]; groups: Group[] }

const rows = Object.entries(expected.families).flatMap(([family, { markets }]) =>
  Object.entries(markets).map(([code, row]) => [family, code, row as Row] as const),
)

test.each(rows)('%s.%s is priced as published, to the last digit', (family, code, row) => {
  const market = findMarket(`${family}.${code}`)!
  expect(market.positions).toEqual(row.positions ?? [])
  expect(market.plays).toEqual(row.specBetTypes ?? [])
  const prices = pricesOf(market)
  const priced = row.groups.flatMap((group) => (group.sel ?? market.selections).map((key) => ({ key, group })))
  expect(priced.map(({ key }) => key).sort()).toEqual([...market.selections].sort())
  for (const { key, group } of priced) {
    const { chance, oddsHundredths, playerReturn } = prices.get(key)!
    expect(formatFraction(chance.win)).toBe(group.p)
    expect(formatFraction(chance.push)).toBe(group.push ?? '0/1')
    expect(formatOdds(oddsHundredths)).toBe(group.odds)
    expect(formatReturn(playerReturn)).toBe(group.rtp)
  }
})

test('the published table and the definitions hold the same markets', () => {
  expect(rows.map(([family, code]) => `${family}.${code}`)).toEqual(
    allMarkets.map((market) => `${market.family}.${market.code}`),
  )
})

test('no return exceeds the policy, and none lies more than a percent under it', () => {
  for (const market of allMarkets) {
    for (const { chance, oddsHundredths } of pricesOf(market).values()) {
      const resolved = fraction(chance.push.under - chance.push.over, chance.push.under)
      const onResolved = returnAt({ win: chance.win, push: fraction(0n, 1n) }, oddsHundredths)
      const { percent } = returnPolicy.find(({ chanceAtLeast }) => isAtLeast(chance.win, chanceAtLeast))!
      const target = { over: percent * resolved.over, under: 100n * resolved.under }
      expect(isAtLeast(target, onResolved)).toBe(true)
      expect(isAtLeast(onResolved, { over: (percent - 1n) * resolved.over, under: 100n * resolved.under })).toBe(true)
    }
  }
})

const noPush = fraction(0n, 1n)
const chance = (over: bigint, under: bigint): Chance => ({ win: fraction(over, under), push: noPush })

test.each([
  ['exactly 1/12 is priced at 98 %', chance(1n, 12n), 1_176],
  ['just under 1/12 at 97 %', chance(999n, 12_000n), 1_165],
  ['exactly 1/60 at 97 %', chance(1n, 60n), 5_820],
  ['just under 1/60 at 96 %', chance(1n, 61n), 5_856],
  ['99.84 keeps its hundredths', chance(1n, 104n), 9_984],
  ['from 100.00 odds step by 0.50', chance(1n, 105n), 10_050],
  ['100.00 itself stays', chance(12n, 1_250n), 10_000],
  ['a push is left out of the price', { win: fraction(9n, 20n), push: fraction(1n, 10n) }, 196],
])('odds: %s', (_, of, odds) => {
  expect(oddsFor(of)).toBe(odds)
})

test('a fraction is kept in lowest terms and compared exactly', () => {
  expect(fraction(6n, 8n)).toEqual({ over: 3n, under: 4n })
  expect(fraction(0n, 8n)).toEqual({ over: 0n, under: 1n })
  expect(isAtLeast(fraction(1n, 3n), fraction(1n, 3n))).toBe(true)
  expect(isAtLeast(fraction(333n, 1_000n), fraction(1n, 3n))).toBe(false)
  expect(isAtLeast(fraction(334n, 1_000n), fraction(1n, 3n))).toBe(true)
})

test('odds and returns are written with two and four places, the return rounded half up', () => {
  expect(formatOdds(5)).toBe('0.05')
  expect(formatOdds(100)).toBe('1.00')
  expect(formatOdds(44_350)).toBe('443.50')
  expect(formatReturn(fraction(1n, 20_000n))).toBe('0.0001')
  expect(formatReturn(fraction(1n, 20_001n))).toBe('0.0000')
  expect(formatReturn(fraction(3n, 2n))).toBe('1.5000')
})

test('the number of outcomes of a draw is that of its enumeration', () => {
  expect((Object.keys(families) as Family[]).map(outcomeCount)).toEqual([216, 3_628_800, 100_000, 55_440])
  let seen = 0
  eachOutcome(drawShapes.x11_5, 5, () => (seen += 1))
  expect(seen).toBe(55_440)
})

test('where the order is said to be free, turning the numbers round changes no winner', () => {
  const free = allMarkets.filter(({ isUnordered }) => isUnordered)
  expect(free).toHaveLength(14)
  for (const market of free) {
    const winners = (seen: Result): string => `${[...market.winners(seen)].sort().join(' ')} ${market.isPush(seen)}`
    for (const [a, b, c, d, e] of combinations(drawShapes[market.family].pool, 5) as [
      number,
      number,
      number,
      number,
      number,
    ][])
      for (const turned of [
        [e, d, c, b, a],
        [b, a, e, c, d],
      ])
        expect(winners(turned)).toBe(winners([a, b, c, d, e]))
  }
})

test('a market is counted once and costs the same at every position', () => {
  for (const market of allMarkets) {
    expect(pricesOf(market)).toBe(pricesOf(market))
    expect(chancesOf(market)).toBe(chancesOf(market))
    const counts = positionsOf(market).map((position) => market.reads(position).length)
    expect(new Set(counts).size).toBe(1)
  }
})
