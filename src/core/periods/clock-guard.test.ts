import { describe, expect, test } from 'vitest'
import { clockVerdict, confirmsClock, isFenced } from './clock-guard.ts'

const at = Date.UTC(2026, 10, 2, 4, 0, 0)
/** A clock that was set by `setBy` while the newest round is `roundAge` old by the true time. */
const reading = (setBy: number, roundAge: number) => ({
  nowMs: at + setBy,
  steadyMs: 1_000,
  trustedOffsetMs: at - 1_000,
  wasConfirmed: true,
  newestRoundMs: at - roundAge,
  roundMs: 3_000,
})

describe('the clock beside the beacon', () => {
  test.each([
    [0, 0],
    [0, 3_000],
    [0, 19_000],
    [6_000, 0],
    [-6_000, 0],
  ])('set by %i ms, with a round %i ms old, it is right', (setBy, age) => {
    expect(clockVerdict(reading(setBy, age))).toBe('right')
  })

  test.each([10, 600, 7_200, 31_536_000].flatMap((seconds) => [seconds * 1000, seconds * -1000]))(
    'set by %i ms it is wrong, whether rounds come or not',
    (setBy) => {
      expect(clockVerdict(reading(setBy, 0))).toBe('wrong')
      expect(clockVerdict(reading(setBy, 3_000))).toBe('wrong')
      expect(clockVerdict(reading(setBy, 3_600_000))).toBe('wrong')
    },
  )

  test('a beacon that is silent while the clock runs on is the beacon’s fault', () => {
    expect(clockVerdict(reading(0, 19_001))).toBe('silent')
    expect(clockVerdict({ ...reading(0, 0), newestRoundMs: null })).toBe('silent')
  })

  test('a clock that no round ever confirmed is wrong where rounds say otherwise', () => {
    const fresh = { wasConfirmed: false }
    expect(clockVerdict({ ...reading(0, 7_200_000), ...fresh })).toBe('wrong')
    expect(clockVerdict({ ...reading(0, 3_000), ...fresh })).toBe('right')
    expect(clockVerdict({ ...reading(0, 0), ...fresh, newestRoundMs: null })).toBe('silent')
  })

  test('a clock behind a genuine round is wrong even if it never jumped', () => {
    expect(clockVerdict({ ...reading(0, -6_001) })).toBe('wrong')
    expect(clockVerdict({ ...reading(0, -6_000) })).toBe('right')
  })
})

test.each([
  [-6_001, false],
  [-6_000, true],
  [0, true],
  [8_999, true],
  [9_000, false],
])('a round due %i ms ago confirms the clock: %s', (age, expected) => {
  expect(confirmsClock({ nowMs: at, newestRoundMs: at - age, roundMs: 3_000 })).toBe(expected)
})

test.each([
  [997, false],
  [998, true],
  [1_000, true],
  [2_000, true],
])('with round %i out a bet on round 1000 is fenced off: %s', (newest, expected) => {
  expect(isFenced(1_000, newest)).toBe(expected)
})
