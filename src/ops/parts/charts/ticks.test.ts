import { expect, test } from 'vitest'
import { niceTicks } from './ticks.ts'

test.each([
  [0, 100, [0, 50, 100]],
  [0, 7, [0, 2, 4, 6, 8]],
  [-30, 70, [-50, 0, 50, 100]],
  [0, 1, [0, 0.5, 1]],
  [-200, -50, [-200, -150, -100, -50, 0]],
  [0, 0, [0]],
])('from %d to %d the axis is marked at %j', (least, most, expected) => {
  expect(niceTicks(least, most).slice(0, expected.length)).toEqual(expected)
})

test('marks are no closer than they may be', () => {
  expect(niceTicks(0, 1, 1)).toEqual([0, 1])
  expect(niceTicks(-1, 2, 1)).toEqual([-1, 0, 1, 2])
  expect(niceTicks(0, 1_000, 1)).toEqual([0, 500, 1_000])
})

test('zero is among the marks, and no value lies beyond them', () => {
  for (const [least, most] of [
    [-3.7, 12.9],
    [0, 123_456_789],
    [-1, 0],
  ] as const) {
    const ticks = niceTicks(least, most)
    expect(ticks).toContain(0)
    expect(ticks[0]!).toBeLessThanOrEqual(least)
    expect(ticks.at(-1)!).toBeGreaterThanOrEqual(most)
  }
})
