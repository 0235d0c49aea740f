import { expect, test } from 'vitest'
import { realityCheckDueMs } from './reality-check.ts'

test.each([
  { minutes: null, playingSinceMs: 0, answeredAtMs: null, due: null },
  { minutes: 15, playingSinceMs: 1_000, answeredAtMs: null, due: 901_000 },
  { minutes: 15, playingSinceMs: 1_000, answeredAtMs: 950_000, due: 1_850_000 },
  { minutes: 60, playingSinceMs: 8_000_000, answeredAtMs: 950_000, due: 11_600_000 },
])('F7: the next look is an interval after playing began or the last one was answered', ({ due, ...played }) => {
  expect(realityCheckDueMs(played)).toBe(due)
})
