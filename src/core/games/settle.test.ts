import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/cents.ts'
import { type Bet, linesOf } from './bets.ts'
import { drawShapes, eachOutcome, type Result } from './draw-shape.ts'
import { allMarkets, findMarket } from './families.ts'
import { type Market, playCode, positionsOf } from './market.ts'
import { pricesOf } from './odds.ts'
import { betOn } from './testing/bet-on.ts'
import { linePayout, selectionKey, settle, winningKeys } from './settle.ts'

describe('settling a bet', () => {
  test('a win pays the stake times the odds of the bet, whatever the table says', () => {
    expect(settle(betOn('k3.sum_big_small', 'big', { odds: 195 }), [6, 6, 6])).toEqual({
      verdict: 'win',
      payout: 1_950n,
    })
  })

  test('a loss pays nothing', () => {
    expect(settle(betOn('k3.sum_big_small', 'small'), [6, 6, 6])).toEqual({ verdict: 'lose', payout: 0n })
  })

  test('a push returns exactly the stake', () => {
    expect(settle(betOn('ssc.dragon_tiger', 'tiger', { stake: 333n }), [5, 0, 0, 0, 5])).toEqual({
      verdict: 'push',
      payout: 333n,
    })
  })

  test('at a position only that place counts', () => {
    expect(settle(betOn('k3.die_number@2', '4'), [4, 3, 4]).verdict).toBe('lose')
    expect(settle(betOn('k3.die_number@3', '4'), [4, 3, 4]).verdict).toBe('win')
  })

  test('several lines add up, each rounded down by itself', () => {
    const chosen = betOn('x11_5.pick2', '01,02,03,09', { stake: 101n, odds: 539 })
    expect(settle(chosen, [3, 11, 2, 1, 5])).toEqual({ verdict: 'win', payout: 3n * 544n })
    expect(settle(chosen, [3, 11, 4, 6, 5])).toEqual({ verdict: 'lose', payout: 0n })
    expect(settle(betOn('x11_5.pick6', '01,02,03,04,05,06,07', { odds: 196 }), [5, 4, 3, 2, 1]).payout).toBe(
      2n * 1_960n,
    )
    expect(settle(betOn('pk10.top2_pair', '1,9,10', { odds: 196 }), [10, 9, 1, 2, 3, 4, 5, 6, 7, 8]).payout).toBe(
      1_960n,
    )
  })

  test.each([
    [1n, 196, 1n],
    [1n, 199, 1n],
    [1n, 200, 2n],
    [50n, 198, 99n],
    [51n, 197, 100n],
    [1_337n, 3_492, 46_688n],
    [99_999_999_999_999n, 95_000, 94_999_999_999_999_050n],
  ])('%i cents at %i hundredths pay %i', (stake, odds, payout) => {
    expect(linePayout(stake as Cents, odds)).toBe(payout)
  })

  test('a result that is changed between two bets is read anew; a frozen one is read once', () => {
    const result = [6, 6, 6]
    const big = betOn('k3.sum_big_small', 'big')
    expect(settle(big, result).verdict).toBe('win')
    result[0] = 1
    result[1] = 1
    expect(settle(big, result).verdict).toBe('lose')
    const market = findMarket('k3.die_number')!
    let asked = 0
    const counted = { ...market, winners: (seen: Result) => ((asked += 1), market.winners(seen)) }
    const frozen = Object.freeze([1, 2, 3])
    const on = (position: number): Bet => ({ ...betOn('k3.die_number@1', '2'), market: counted, position })
    const verdicts = [1, 2, 3, 2, 1].map((position) => settle(on(position), frozen).verdict)
    expect(verdicts).toEqual(['lose', 'win', 'lose', 'win', 'lose'])
    expect(asked).toBe(3)
  })

  test('a bet of several lines pays what its lines pay one by one', () => {
    const picking = allMarkets.filter(({ picks, family }) => picks?.order === 'ascending' && family === 'x11_5')
    const five = fc.shuffledSubarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], { minLength: 5, maxLength: 5 })
    const chosen = fc.subarray(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'], { minLength: 8 })
    fc.assert(
      fc.property(fc.constantFrom(...picking), chosen, five, (market, numbers, result) => {
        const all = betOn(`x11_5.${market.code}`, numbers.join(','), { stake: 777n, odds: 1_234 })
        const each = linesOf(all).map((key) => settle({ ...all, key, lines: 1 }, result))
        const paid = each.reduce((sum, { payout }) => sum + payout, 0n)
        expect(settle(all, result)).toEqual({ verdict: paid > 0n ? 'win' : 'lose', payout: paid })
      }),
    )
  })
})

describe('winning keys', () => {
  test('a key names the position only where there is one', () => {
    expect(selectionKey(null, 'big')).toBe('big')
    expect(selectionKey(3, 'big')).toBe('3:big')
  })

  test('they cover all positions of a market', () => {
    const { wins, pushes } = winningKeys(findMarket('x11_5.ball_big_small')!, [11, 1, 6, 5, 10])
    expect([...wins]).toEqual(['2:small', '3:big', '4:small', '5:big'])
    expect([...pushes]).toEqual(['1:big', '1:small'])
  })

  // All outcomes of the dice; for the longer draws every 97th, since settling each selection anew is the slow way round.
  const small: readonly [Market, number][] = allMarkets
    .filter(({ family, selections }) => family !== 'pk10' && selections.length < 100)
    .map((market) => [market, market.family === 'k3' ? 1 : 97])

  test.each(small.map(([market, step]) => [playCode(market, null), market, step] as const))(
    '%s: a selection is among the winning keys exactly when it settles as a win',
    (_, market, step) => {
      const shape = drawShapes[market.family]
      let count = 0
      eachOutcome(shape, shape.places, (outcome) => {
        if (count++ % step === 0) checkKeys(market, Object.freeze([...outcome]))
      })
    },
  )

  test('the same holds for the race and for long lists under arbitrary results', () => {
    const others = allMarkets.filter(({ family, selections }) => family === 'pk10' || selections.length >= 100)
    for (const market of others) {
      const { pool, places } = drawShapes[market.family]
      const result = fc.shuffledSubarray([...pool], { minLength: places, maxLength: places })
      fc.assert(
        fc.property(result, (drawn) => checkKeys(market, Object.freeze(drawn))),
        { numRuns: 20 },
      )
    }
  })
})

function checkKeys(market: Market, result: Result): void {
  const { wins, pushes } = winningKeys(market, result)
  for (const position of positionsOf(market)) {
    for (const [key, { oddsHundredths }] of pricesOf(market)) {
      const { verdict } = settle(
        { market, position, key, lines: 1, oddsHundredths, stakePerLine: 100n as Cents },
        result,
      )
      const named = selectionKey(position, key)
      const found = wins.has(named) ? 'win' : pushes.has(named) ? 'push' : 'lose'
      if (found !== verdict) expect.fail(`${playCode(market, position)} ${key} ${result.join()}: ${found}, ${verdict}`)
    }
  }
}
