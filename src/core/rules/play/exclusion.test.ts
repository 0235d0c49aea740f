import { expect, test } from 'vitest'
import { exclusionKind, exclusionMs, exclusionSpans, openEndMs } from './exclusion.ts'

test('F4: up to six weeks is a time-out, six months and more a self-exclusion', () => {
  const days = exclusionSpans.map((span) => [exclusionKind(span), exclusionMs(span) / 86_400_000])
  expect(days).toEqual([
    ['time_out', 1],
    ['time_out', 7],
    ['time_out', 30],
    ['time_out', 42],
    ['self_exclusion', 183],
    ['self_exclusion', 365],
    ['self_exclusion', 1_826],
  ])
})

test('an open end is after everything that is planned', () => {
  expect(new Date(openEndMs).toISOString()).toBe('9999-01-01T00:00:00.000Z')
})
