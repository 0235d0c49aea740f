import { expect, test } from 'vitest'
import { betOn } from '../games/testing/bet-on.ts'
import type { Cents } from '../money/cents.ts'
import { betRefusal, defaultLimits, maxStakeFor } from './stake-limits.ts'

const bet = (stake: bigint, play = 'k3.sum_big_small', selection = 'big') => betOn(play, selection, { stake })

test.each<[string, [string, string], bigint]>([
  ['1/2', ['k3.sum_big_small', 'big'], 1_000_00n],
  ['91/216', ['k3.any_face', '1'], 1_000_00n],
  ['61/216', ['k3.sum_combo', 'big_odd'], 500_00n],
  ['7/72', ['k3.sum', '8'], 500_00n],
  ['5/72', ['k3.sum', '7'], 100_00n],
  ['1/36', ['k3.triple_any', 'any'], 100_00n],
  ['1/66', ['x11_5.pick4', '01,02,03,04'], 20_00n],
])('a chance of %s, as %j, takes at most %i cents a line', (_, [play, selection], max) => {
  expect(maxStakeFor(betOn(play, selection))).toBe(max)
})

test('a chance exactly at the edge of a class belongs to it', () => {
  const edge = { ...defaultLimits, maxStakes: [{ chanceAtLeast: { over: 1n, under: 2n }, maxStake: 7n as Cents }] }
  expect(maxStakeFor(bet(1n), edge)).toBe(7n)
})

test.each([
  [99n, 'stake_too_small'],
  [100n, null],
  [1_000_00n, null],
  [1_000_01n, 'stake_too_large'],
])('a stake of %i cents on big: %s', (stake, refusal) => {
  expect(betRefusal(bet(stake))).toBe(refusal)
})

test('the limit is that of a line, so several lines may stake more together', () => {
  expect(betRefusal(bet(20_00n, 'x11_5.pick4', '01,02,03,04,05'))).toBeNull()
  expect(betRefusal(bet(20_01n, 'x11_5.pick4', '01,02,03,04,05'))).toBe('stake_too_large')
})

test.each([195, 197])(
  'a bet naming odds of %i hundredths instead of 196 is refused, better or worse',
  (oddsHundredths) => {
    expect(betRefusal({ ...bet(100n), oddsHundredths })).toBe('odds_changed')
  },
)
