import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bet, stakeOf } from '../games/bets.ts'
import { drawShapes, range } from '../games/draw-shape.ts'
import { families } from '../games/families.ts'
import { playCode, positionsOf } from '../games/market.ts'
import { betOn } from '../games/testing/bet-on.ts'
import { type Bps, type Cents, sumCents } from '../money/cents.ts'
import { rebateOf, stakeAtRisk, turnoverOf } from './turnover.ts'

const bet: typeof betOn = (play, selection, terms) => betOn(play, selection, { stake: 10_000n, ...terms })

describe('stake at risk', () => {
  test('a single bet risks its stake', () => {
    expect(stakeAtRisk('k3', [bet('k3.sum_big_small', 'big')])).toBe(10_000n)
    expect(stakeAtRisk('k3', [bet('k3.sum_big_small', 'big', { stake: 1n })])).toBe(1n)
  })

  test('two bets that can both lose risk both stakes', () => {
    expect(stakeAtRisk('k3', [bet('k3.triple_any', 'any'), bet('k3.sum', '3')])).toBe(20_000n)
  })

  test('no bet risks nothing', () => {
    expect(stakeAtRisk('k3', [])).toBe(0n)
  })

  test('big and small at 1.95 risk 5 of 200', () => {
    const both = [bet('k3.sum_big_small', 'big', { odds: 195 }), bet('k3.sum_big_small', 'small', { odds: 195 })]
    expect(stakeAtRisk('k3', both)).toBe(500n)
  })

  test.each<[string, Bet[], bigint]>([
    ['odd and even', ['odd', 'even'].map((side) => bet('k3.sum_odd_even', side)), 400n],
    ['dragon and tiger', ['dragon', 'tiger'].map((side) => bet('pk10.dragon_tiger@3', side)), 400n],
    ['dragon and tiger with a push', ['dragon', 'tiger'].map((side) => bet('ssc.dragon_tiger', side)), 400n],
    ['all six faces of a die', range(1, 6).map((face) => bet('k3.die_number@1', String(face))), 1_200n],
    ['one car at all ten places', range(1, 10).map((at) => bet(`pk10.position_number@${at}`, '4')), 2_000n],
    [
      'all four sides of a place',
      ['big_odd', 'big_even', 'small_odd', 'small_even'].map((side) => bet('pk10.position_combo@1', side)),
      7_400n,
    ],
  ])('%s risk only the margin', (_, bets, risk) => {
    expect(stakeAtRisk(bets[0]!.market.family, bets)).toBe(risk)
  })

  test('a hedge across markets is seen through', () => {
    const bets = [
      bet('k3.die_sides@1', 'big'),
      ...range(1, 3).map((face) => bet('k3.die_number@1', String(face), { stake: 3_334n })),
    ]
    expect(stakeAtRisk('k3', bets)).toBe(20_002n - 19_600n)
  })

  test('odds that promise a profit on every outcome risk nothing, and never less', () => {
    const both = ['big', 'small'].map((side) => bet('k3.sum_big_small', side, { odds: 210 }))
    expect(stakeAtRisk('k3', both)).toBe(0n)
  })
})

describe('turnover of a draw', () => {
  test('a pushed stake does not count', () => {
    const dragon = [bet('ssc.dragon_tiger', 'dragon')]
    expect(turnoverOf(dragon, [5, 1, 2, 3, 5])).toBe(0n)
    expect(turnoverOf(dragon, [5, 1, 2, 3, 4])).toBe(10_000n)
    expect(turnoverOf(dragon, [4, 1, 2, 3, 5])).toBe(10_000n)
    expect(turnoverOf([], [1, 2, 3])).toBe(0n)
  })

  test('a push beside a resolved bet leaves that one counted', () => {
    const bets = [bet('x11_5.ball_big_small@1', 'big'), bet('x11_5.ball_odd_even@2', 'odd', { stake: 500n })]
    expect(turnoverOf(bets, [11, 2, 3, 4, 5])).toBe(500n)
  })

  test('a push does not make a hedged bet count more than it risked', () => {
    const hedge = [
      bet('x11_5.ball_big_small@1', 'small'),
      ...['06', '07', '08', '09', '10', '11'].map((ball) => bet('x11_5.ball_number@1', ball, { stake: 1_800n })),
    ]
    expect(turnoverOf(hedge, [11, 1, 2, 3, 4])).toBe(20_800n - 19_404n)
  })

  test('it is never more than the stakes and never negative', () => {
    const anyBet = fc
      .constantFrom(...families.k3.markets)
      .chain((market) =>
        fc
          .tuple(fc.constantFrom(...positionsOf(market)), fc.constantFrom(...market.selections), fc.integer({ min: 1 }))
          .map(([position, selection, stake]) => bet(playCode(market, position), selection, { stake: BigInt(stake) })),
      )
    const anyDice = fc.array(fc.constantFrom(...drawShapes.k3.pool), { minLength: 3, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(anyBet, { minLength: 1, maxLength: 6 }), anyDice, (bets, result) => {
        const turnover = turnoverOf(bets, result)
        expect(turnover >= 0n && turnover <= sumCents(bets.map(stakeOf))).toBe(true)
      }),
    )
  })
})

test.each([
  [10_000n, 50, 50n],
  [199n, 50, 0n],
  [200n, 50, 1n],
  [399n, 50, 1n],
  [0n, 50, 0n],
  [10_000n, 0, 0n],
])('%i cents of turnover at %i basis points give %i, rounded down', (turnover, rate, rebate) => {
  expect(rebateOf(turnover as Cents, rate as Bps)).toBe(rebate)
})
