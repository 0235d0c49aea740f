import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { choose, countLines, linesOf, priceOf, readPlay, readSelection, stakeOf } from './bets.ts'
import { combinations } from './draw-shape.ts'
import { allMarkets } from './families.ts'
import { playCode, positionsOf } from './market.ts'
import { pricesOf } from './odds.ts'

const read = (play: string, selection: string, position: number | null = null) => {
  const [family, market] = play.split('.')
  return readSelection({ family: family!, market: market!, position, selection })
}

describe('reading a selection', () => {
  test('every selection that is sold is read as one line', () => {
    for (const market of allMarkets)
      for (const position of positionsOf(market))
        for (const selection of market.selections)
          expect(readPlay({ play: playCode(market, position), selection })).toEqual({
            market,
            position,
            key: selection,
            lines: 1,
          })
  })

  test.each(['k3', '-k3.sum', 'k3.sum.sum', 'k3.sum@', 'k3.die_number@01', 'k3.die_number@0', 'xk3.die_number@1 ', ''])(
    '"%s" is no play',
    (play) => {
      expect(readPlay({ play, selection: '3' })).toBeNull()
    },
  )

  test.each([
    ['x11_5.pick2', '01,02,11', 3],
    ['x11_5.pick5', '01,02,03,04,05,06,07,08,09,10,11', 462],
    ['x11_5.pick8', '01,02,03,04,05,06,07,08,09', 9],
    ['x11_5.front2_group', '01,05,07,11', 6],
    ['x11_5.front3_group', '01,05,07,11', 4],
    ['pk10.top2_pair', '1,2,10', 3],
    ['pk10.top2_pair', '1,2,3,4,5,6,7,8,9,10', 45],
  ])('%s "%s" makes %i lines', (play, selection, lines) => {
    expect(read(play, selection)?.lines).toBe(lines)
  })

  test.each([
    ['an unknown family', 'k4.sum', '3'],
    ['an unknown market', 'k3.product', '3'],
    ['a sum outside the dice', 'k3.sum', '19'],
    ['an empty selection', 'k3.sum', ''],
    ['a list where one number is chosen', 'k3.sum', '3,4'],
    ['a position where there is none', 'k3.sum@1', '3'],
    ['no position where one is needed', 'k3.die_number', '3'],
    ['a position beyond the last', 'k3.die_number@4', '3'],
    ['position zero', 'k3.die_number@0', '3'],
    ['half a position', 'k3.die_number@1.5', '3'],
    ['a place the dragon does not have', 'pk10.dragon_tiger@6', 'dragon'],
    ['too few numbers', 'x11_5.pick3', '01,02'],
    ['the same number twice', 'x11_5.pick2', '01,01'],
    ['the same number twice among more', 'x11_5.pick2', '01,02,02'],
    ['descending numbers', 'x11_5.pick2', '02,01'],
    ['descending numbers among more', 'x11_5.pick2', '01,03,02'],
    ['numbers without the leading zero', 'x11_5.pick2', '1,2'],
    ['a number that does not exist', 'x11_5.pick2', '01,02,12'],
    ['a trailing comma', 'x11_5.pick2', '01,02,'],
    ['more numbers where the order counts', 'x11_5.front2_direct', '01,02,03'],
    ['the same number twice in order', 'x11_5.front2_direct', '01,01'],
    ['a word in capitals', 'k3.sum_big_small', 'BIG'],
    ['a space', 'k3.sum', ' 3'],
  ])('%s is not sold', (_, play, selection) => {
    const [code, position] = play.split('@')
    expect(read(code!, selection, position === undefined ? null : Number(position))).toBeNull()
  })
})

describe('lines', () => {
  test('the lines of a selection are as many as counted, different, each sold, and priced alike', () => {
    const picking = allMarkets.filter(({ picks }) => picks?.order === 'ascending')
    fc.assert(
      fc.property(fc.constantFrom(...picking), fc.integer({ min: 1, max: (1 << 11) - 1 }), (market, mask) => {
        const labels = [...new Set(market.selections.flatMap((key) => key.split(',')))].sort(
          (a, b) => Number(a) - Number(b),
        )
        const chosen = labels.filter((_, at) => (mask & (1 << at)) !== 0)
        const key = chosen.join(',')
        const { size } = market.picks!
        expect(countLines(market, key)).toBe(chosen.length < size ? 0 : choose(chosen.length, size))
        if (chosen.length < size) return
        const selection = readSelection({ family: market.family, market: market.code, position: null, selection: key })!
        const lines = linesOf(selection)
        expect(lines).toHaveLength(selection.lines)
        expect(new Set(lines).size).toBe(lines.length)
        for (const line of lines) expect(pricesOf(market).get(line)).toEqual(priceOf(selection))
      }),
    )
  })

  test('a selection of one line is its own line, in every market', () => {
    for (const market of allMarkets) {
      const [key] = market.selections
      expect(linesOf({ market, position: null, key: key!, lines: 1 })).toEqual([key])
    }
  })

  test('the number of ways to pick is that of the picks', () => {
    for (let n = 0; n <= 11; n++)
      for (let k = 0; k <= n; k++)
        expect(choose(n, k)).toBe(
          combinations(
            Array.from({ length: n }, (_, at) => at),
            k,
          ).length,
        )
  })

  test('each line has the stake', () => {
    const selection = read('x11_5.pick2', '01,02,11')!
    expect(stakeOf({ ...selection, oddsHundredths: 539, stakePerLine: 250n as Cents })).toBe(750n)
    expect(stakeOf({ ...read('k3.sum', '3')!, oddsHundredths: 539, stakePerLine: 250n as Cents })).toBe(250n)
  })
})
