import { expect, test } from 'vitest'
import { scoreOf } from './score.ts'

const dayMs = 86_400_000
const [nowMs, fadeMs] = [1_000 * dayMs, 30 * dayMs]
const signal = (rule: 'wallet' | 'device', daysAgo: number, more: object = {}) => ({
  rule,
  points: 40,
  atMs: nowMs - daysAgo * dayMs,
  outcome: null,
  ...more,
})

test.each([
  [0, 40, 'full'],
  [29.9, 40, 'full'],
  [30, 20, 'half'],
  [60, 10, 'quarter'],
  [89.9, 10, 'quarter'],
  [90, 0, 'faded'],
  [-1, 40, 'full'],
])('a signal of %s days ago counts %s points: %s', (daysAgo, counts, as) => {
  expect(scoreOf([signal('wallet', daysAgo)], { nowMs, fadeMs })).toMatchObject({
    score: counts,
    signals: [{ counts, as }],
  })
})

test('of two signals of one rule the stronger one counts, and the sum is what each is said to count', () => {
  const { score, signals } = scoreOf(
    [signal('wallet', 40), signal('wallet', 1), signal('device', 31, { points: 15 })],
    {
      nowMs,
      fadeMs,
    },
  )
  expect(signals.map(({ counts, as }) => [counts, as])).toEqual([
    [0, 'same_rule'],
    [40, 'full'],
    [7, 'half'],
  ])
  expect(score).toBe(47)
})

test('a signal whose case found nothing does not count, and hides no other of its rule', () => {
  const { score, signals } = scoreOf([signal('wallet', 1, { outcome: 'explained' }), signal('wallet', 40)], {
    nowMs,
    fadeMs,
  })
  expect(signals.map(({ as }) => as)).toEqual(['cleared', 'half'])
  expect(score).toBe(20)
})

test('a signal of a case that was reported or restricted goes on counting until it has faded', () => {
  expect(scoreOf([signal('wallet', 1, { outcome: 'reported' })], { nowMs, fadeMs }).score).toBe(40)
  expect(scoreOf([], { nowMs, fadeMs })).toEqual({ score: 0, signals: [] })
})
