import { expect, test } from 'vitest'
import { findMarket } from '#core/games/families'
import { pastWins } from './past-wins.ts'

test('each selection has a mark for every draw, the latest last', () => {
  const results = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    [1, 10, 2, 9, 3, 8, 4, 7, 5, 6],
  ]
  const numbers = pastWins(results, findMarket('pk10.position_number')!, 1)
  expect(numbers.get('1')).toBe('101')
  expect(numbers.get('10')).toBe('010')
  expect(numbers.get('7')).toBe('000')
  expect(pastWins(results, findMarket('pk10.position_big_small')!, 2).get('big')).toBe('011')
})
