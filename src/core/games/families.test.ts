import { describe, expect, test } from 'vitest'
import { drawShapes, isResult } from './draw-shape.ts'
import { allMarkets, families, findMarket } from './families.ts'
import { eachSeen, playCode, positionsOf, readsOne, seenAt } from './market.ts'
import { type PlayName, playTable } from './play-names.ts'

/** `family.market@position`, a result, and what it makes win: `push` means every stake comes back. */
const cases: readonly [play: string, result: string, wins: string][] = [
  ['k3.sum', '1 1 1', '3'],
  ['k3.sum', '6 6 6', '18'],
  ['k3.sum_big_small', '5 4 1', 'small'],
  ['k3.sum_big_small', '5 5 1', 'big'],
  ['k3.sum_big_small', '3 3 3', 'small'],
  ['k3.sum_big_small', '4 4 4', 'big'],
  ['k3.sum_odd_even', '1 1 1', 'odd'],
  ['k3.sum_odd_even', '1 1 2', 'even'],
  ['k3.sum_combo', '5 5 1', 'big_odd'],
  ['k3.sum_combo', '4 4 4', 'big_even'],
  ['k3.sum_combo', '1 1 1', 'small_odd'],
  ['k3.sum_combo', '4 4 2', 'small_even'],
  ['k3.triple_any', '2 2 2', 'any'],
  ['k3.triple_any', '2 2 3', ''],
  ['k3.triple_single', '2 2 2', '222'],
  ['k3.triple_single', '2 3 2', ''],
  ['k3.pair_multi', '4 1 4', '44*'],
  ['k3.pair_multi', '1 4 4', '44*'],
  ['k3.pair_multi', '4 4 1', '44*'],
  ['k3.pair_multi', '4 4 4', '44*'],
  ['k3.pair_multi', '4 5 6', ''],
  ['k3.pair_single', '4 1 4', '44+1'],
  ['k3.pair_single', '1 4 4', '44+1'],
  ['k3.pair_single', '4 4 4', ''],
  ['k3.pair_single', '4 5 6', ''],
  ['k3.three_different', '6 1 3', '136'],
  ['k3.three_different', '6 1 6', ''],
  ['k3.straight_any', '3 1 2', 'any'],
  ['k3.straight_any', '5 6 1', ''],
  ['k3.straight_any', '6 1 2', ''],
  ['k3.straight_single', '6 4 5', '456'],
  ['k3.straight_single', '4 4 5', ''],
  ['k3.two_different', '6 1 3', '13 16 36'],
  ['k3.two_different', '6 1 6', '16'],
  ['k3.two_different', '6 6 6', ''],
  ['k3.any_face', '6 1 6', '6 1'],
  ['k3.die_number@2', '6 1 3', '1'],
  ['k3.die_sides@1', '3 6 6', 'small'],
  ['k3.die_sides@3', '1 1 4', 'big'],
  ['k3.die_parity@3', '1 1 4', 'even'],
  ['pk10.position_number@10', '1 2 3 4 5 6 7 8 9 10', '10'],
  ['pk10.position_big_small@5', '1 2 3 4 5 6 7 8 9 10', 'small'],
  ['pk10.position_big_small@6', '1 2 3 4 5 6 7 8 9 10', 'big'],
  ['pk10.position_odd_even@4', '1 2 3 4 5 6 7 8 9 10', 'even'],
  ['pk10.position_combo@6', '1 2 3 4 5 6 7 8 9 10', 'big_even'],
  ['pk10.position_combo@7', '1 2 3 4 5 6 7 8 9 10', 'big_odd'],
  ['pk10.position_combo@5', '1 2 3 4 5 6 7 8 9 10', 'small_odd'],
  ['pk10.position_combo@4', '1 2 3 4 5 6 7 8 9 10', 'small_even'],
  ['pk10.dragon_tiger@1', '1 2 3 4 6 5 7 8 9 10', 'tiger'],
  ['pk10.dragon_tiger@5', '1 2 3 4 6 5 7 8 9 10', 'dragon'],
  ['pk10.sum12', '9 10 1 2 3 4 5 6 7 8', '19'],
  ['pk10.sum12_big_small', '9 2 1 3 4 5 6 7 8 10', 'small'],
  ['pk10.sum12_big_small', '9 3 1 2 4 5 6 7 8 10', 'big'],
  ['pk10.sum12_odd_even', '9 2 1 3 4 5 6 7 8 10', 'odd'],
  ['pk10.sum12_odd_even', '9 3 1 2 4 5 6 7 8 10', 'even'],
  ['pk10.top2_pair', '10 2 1 3 4 5 6 7 8 9', '2,10'],
  ['ssc.ball_number@5', '1 2 3 4 0', '0'],
  ['ssc.ball_big_small@1', '4 0 0 0 0', 'small'],
  ['ssc.ball_big_small@1', '5 0 0 0 0', 'big'],
  ['ssc.ball_odd_even@5', '1 1 1 1 0', 'even'],
  ['ssc.sum_big_small', '9 9 4 0 0', 'small'],
  ['ssc.sum_big_small', '9 9 5 0 0', 'big'],
  ['ssc.sum_odd_even', '9 9 5 0 0', 'odd'],
  ['ssc.dragon_tiger', '7 0 0 0 6', 'dragon'],
  ['ssc.dragon_tiger', '6 9 9 9 7', 'tiger'],
  ['ssc.dragon_tiger', '6 9 9 9 6', 'push'],
  ['ssc.tie', '6 9 9 9 6', 'tie'],
  ['ssc.tie', '6 9 9 9 7', ''],
  ['ssc.three_pattern@1', '7 7 7 0 0', 'leopard'],
  ['ssc.three_pattern@1', '0 9 8 5 5', 'straight'],
  ['ssc.three_pattern@2', '5 1 9 0 5', 'straight'],
  ['ssc.three_pattern@3', '5 5 3 1 2', 'straight'],
  ['ssc.three_pattern@3', '5 5 9 0 9', 'pair'],
  ['ssc.three_pattern@3', '5 5 2 1 1', 'pair'],
  ['ssc.three_pattern@1', '0 5 9 1 1', 'half_straight'],
  ['ssc.three_pattern@1', '4 8 5 1 1', 'half_straight'],
  ['ssc.three_pattern@1', '0 2 4 5 6', 'mixed'],
  ['ssc.three_pattern@1', '0 8 2 5 6', 'mixed'],
  ['ssc.any_digit5', '7 7 0 7 3', '7 0 3'],
  ['ssc.any_digit3@3', '7 7 0 7 3', '0 7 3'],
  ['x11_5.ball_number@1', '11 1 2 3 4', '11'],
  ['x11_5.ball_number@2', '11 1 2 3 4', '01'],
  ['x11_5.ball_big_small@1', '11 5 6 10 4', 'push'],
  ['x11_5.ball_big_small@2', '11 5 6 10 4', 'small'],
  ['x11_5.ball_big_small@3', '11 5 6 10 4', 'big'],
  ['x11_5.ball_odd_even@1', '11 5 6 10 4', 'push'],
  ['x11_5.ball_odd_even@2', '11 5 6 10 4', 'odd'],
  ['x11_5.ball_odd_even@3', '11 5 6 10 4', 'even'],
  ['x11_5.sum_big_small', '4 5 6 7 8', 'push'],
  ['x11_5.sum_big_small', '4 5 6 7 9', 'big'],
  ['x11_5.sum_big_small', '3 5 6 7 8', 'small'],
  ['x11_5.sum_odd_even', '4 5 6 7 8', 'even'],
  ['x11_5.sum_tail', '4 5 6 7 8', 'tail_small'],
  ['x11_5.sum_tail', '3 4 6 7 5', 'tail_big'],
  ['x11_5.sum_tail', '3 4 6 9 2', 'tail_small'],
  ['x11_5.dragon_tiger', '4 5 6 7 3', 'dragon'],
  ['x11_5.dragon_tiger', '4 5 6 7 8', 'tiger'],
  ['x11_5.any1', '11 1 2 3 4', '11 01 02 03 04'],
  ['x11_5.pick4', '5 3 11 1 2', '01,02,03,05 01,02,03,11 01,02,05,11 01,03,05,11 02,03,05,11'],
  ['x11_5.pick5', '5 3 11 1 2', '01,02,03,05,11'],
  [
    'x11_5.pick6',
    '5 3 11 1 2',
    '01,02,03,04,05,11 01,02,03,05,06,11 01,02,03,05,07,11 01,02,03,05,08,11 01,02,03,05,09,11 01,02,03,05,10,11',
  ],
  ['x11_5.front2_direct', '5 3 11 1 2', '05,03'],
  ['x11_5.front2_group', '5 3 11 1 2', '03,05'],
  ['x11_5.front3_direct', '5 3 11 1 2', '05,03,11'],
  ['x11_5.front3_group', '5 11 3 1 2', '03,05,11'],
]

test.each(cases)('%s: %s makes "%s" win', (play, numbers, wins) => {
  const [code, position] = play.split('@')
  const rule = findMarket(code!)!
  const result = numbers.split(' ').map(Number)
  expect(isResult(rule.family, result)).toBe(true)
  const seen = seenAt(rule, position === undefined ? null : Number(position), result)
  expect(rule.isPush(seen) ? 'push' : rule.winners(seen).join(' ')).toBe(wins)
  if (rule.isPush(seen)) expect(rule.winners(seen)).toEqual([])
})

describe('the catalogue of markets', () => {
  test('there are 54, and each is found by its code', () => {
    expect(allMarkets).toHaveLength(54)
    for (const market of allMarkets) expect(findMarket(playCode(market, null))).toBe(market)
    expect(findMarket('k3.tie')).toBeNull()
    expect(findMarket('constructor.name')).toBeNull()
  })

  test('no market sells a selection twice, and every selection can win', () => {
    for (const market of allMarkets) {
      expect(new Set(market.selections).size).toBe(market.selections.length)
      const winners = new Set<string>()
      eachSeen(market, (seen) => market.winners(seen).forEach((selection) => winners.add(selection)))
      expect([...winners].sort(), playCode(market, null)).toEqual([...market.selections].sort())
    }
  })

  test('four markets give stakes back, and all others say that they do not', () => {
    const pushing = new Set<string>()
    for (const market of allMarkets)
      eachSeen(market, (seen) => {
        const isPush: unknown = market.isPush(seen)
        if (isPush === true) pushing.add(playCode(market, null))
        else expect(isPush).toBe(false)
      })
    expect([...pushing]).toEqual([
      'ssc.dragon_tiger',
      'x11_5.ball_big_small',
      'x11_5.ball_odd_even',
      'x11_5.sum_big_small',
    ])
  })

  test('every position reads places that the draw has', () => {
    for (const market of allMarkets) {
      for (const position of positionsOf(market)) {
        const places = market.reads(position)
        expect(new Set(places).size).toBe(places.length)
        for (const place of places) expect(place >= 0 && place < drawShapes[market.family].places).toBe(true)
      }
    }
    expect(() => readsOne(null)).toThrow('without one')
  })

  test('every play name of the specification leads to a market, and those named in its table exist', () => {
    const names = (
      'champion, runner up, third, places 4 to 10, single digits 1 to 9, big, small, odd, even, dragon, tiger, ' +
      'positioning digit, one code, two sides, sum two sides, sum number, single choice, first/second/third ball, ' +
      'general selection, same number, continuous code number'
    ).split(', ') as PlayName[]
    const marketsOfPlay = (name: PlayName) => allMarkets.filter(({ plays }) => plays.includes(name))
    for (const name of names) expect(marketsOfPlay(name).length, name).toBeGreaterThan(0)
    expect(marketsOfPlay('sum number').map((market) => playCode(market, null))).toEqual(['k3.sum', 'pk10.sum12'])
    const exact = Object.values(playTable)
      .flat()
      .filter((entry) => /^[a-z0-9_]+\.[a-z0-9_]+$/.test(entry))
    expect(exact.length).toBeGreaterThan(20)
    for (const entry of exact) expect(findMarket(entry), entry).not.toBeNull()
  })

  test('a play is named by family, market and position', () => {
    expect(playCode(families.k3.markets[0]!, null)).toBe('k3.sum')
    expect(playCode(families.pk10.markets[0]!, 3)).toBe('pk10.position_number@3')
  })
})

test.each([
  ['k3', [1, 2, 6], true],
  ['k3', [1, 2], false],
  ['k3', [1, 2, 7], false],
  ['k3', [0, 2, 6], false],
  ['k3', [1, 2, 1.5], false],
  ['k3', ['1', 2, 3], false],
  ['k3', null, false],
  ['k3', '123', false],
  ['ssc', [0, 0, 0, 0, 9], true],
  ['x11_5', [1, 2, 3, 4, 11], true],
  ['x11_5', [1, 2, 3, 4, 4], false],
  ['pk10', [1, 2, 3, 4, 5, 6, 7, 8, 9, 9], false],
] as const)('a result of %s: %j is %s', (family, value, isOne) => {
  expect(isResult(family, value)).toBe(isOne)
})
