import { expect, test } from 'vitest'
import { allMarkets, findMarket } from './families.ts'
import { marketLabel, positionLabel, selectionLabel } from './labels.ts'

test('a market, a position and a selection each have a key to translate', () => {
  const dragon = findMarket('pk10.dragon_tiger')!
  expect(marketLabel(dragon)).toEqual({ key: 'market.pk10.dragon_tiger', values: {} })
  expect(positionLabel(dragon, 2)).toEqual({ key: 'position.place_pair', values: { position: 2, opposite: 9 } })
  expect(positionLabel(findMarket('k3.die_sides')!, 3)).toEqual({ key: 'position.die', values: { position: 3 } })
  const place = findMarket('pk10.position_number')!
  expect(positionLabel(place, 3)).toEqual({ key: 'position.place3', values: { position: 3 } })
  expect(positionLabel(place, 4)).toEqual({ key: 'position.place', values: { position: 4 } })
  expect(selectionLabel('big_odd')).toEqual({ key: 'selection.big_odd', values: {} })
  expect(selectionLabel('11+2')).toEqual({ key: 'selection.numbers', values: { numbers: '11+2' } })
  for (const mixed of ['big2', '2big']) expect(selectionLabel(mixed).key).toBe('selection.numbers')
})

test('exactly the markets sold at positions say what a position counts', () => {
  for (const market of allMarkets) expect(market.positionKind !== null).toBe(market.positions.length > 0)
})

test('a position is called by what it counts: dice, places, balls, or several of them', () => {
  const placed = allMarkets.filter(({ positions }) => positions.length > 0)
  const called = placed.map((market) => `${market.family}.${market.code} ${positionLabel(market, 1).key}`)
  expect(called).toEqual([
    'k3.die_number position.die',
    'k3.die_sides position.die',
    'k3.die_parity position.die',
    'pk10.position_number position.place1',
    'pk10.position_big_small position.place1',
    'pk10.position_odd_even position.place1',
    'pk10.position_combo position.place1',
    'pk10.dragon_tiger position.place_pair',
    'ssc.ball_number position.ball',
    'ssc.ball_big_small position.ball',
    'ssc.ball_odd_even position.ball',
    'ssc.three_pattern position.three_balls1',
    'ssc.any_digit3 position.three_balls1',
    'x11_5.ball_number position.ball',
    'x11_5.ball_big_small position.ball',
    'x11_5.ball_odd_even position.ball',
  ])
})

test('the words to translate are few', () => {
  const keys = new Set(allMarkets.flatMap(({ selections }) => selections.map((key) => selectionLabel(key).key)))
  const words = [...keys].map((key) => key.replace('selection.', ''))
  expect(words.sort().join(' ')).toBe(
    'any big big_even big_odd dragon even half_straight leopard mixed numbers odd pair small small_even small_odd ' +
      'straight tail_big tail_small tie tiger',
  )
})
