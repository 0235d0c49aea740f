import { expect, test } from 'vitest'
import { exclusionKind, exclusionMs, exclusionSpans, exclusionStanding, openEndMs } from './exclusion.ts'

const dayMs = 86_400_000
const timeOut = (untilMs: number) => ({ kind: 'time_out', untilMs, returnAskedAtMs: null }) as const
const selfExclusion = (untilMs: number, returnAskedAtMs: number | null = null) =>
  ({ kind: 'self_exclusion', untilMs, returnAskedAtMs }) as const

test('F4: up to six weeks is a time-out, six months and more a self-exclusion', () => {
  const days = exclusionSpans.map((span) => [exclusionKind(span), exclusionMs(span) / dayMs])
  expect(days).toEqual([
    ['time_out', 1],
    ['time_out', 7],
    ['time_out', 30],
    ['time_out', 42],
    ['self_exclusion', 184],
    ['self_exclusion', 366],
    ['self_exclusion', 1_827],
  ])
})

test('F4: no six months of the calendar are longer than the six months here', () => {
  for (let month = 0; month < 12; month++) {
    const calendar = Date.UTC(2027, month + 6, 1) - Date.UTC(2027, month, 1)
    expect(exclusionMs('six_months')).toBeGreaterThanOrEqual(calendar)
  }
})

test('a time-out is over at its end, not a millisecond sooner', () => {
  expect(exclusionStanding([timeOut(1_000)], 999)).toEqual({
    kind: 'time_out',
    untilMs: 1_000,
    opensAtMs: 1_000,
    canAskToReturn: false,
  })
  expect(exclusionStanding([timeOut(1_000)], 1_000)).toBeNull()
})

test('a self-exclusion goes on after its time until a day after it is asked to end', () => {
  expect(exclusionStanding([selfExclusion(1_000)], 999)).toMatchObject({ opensAtMs: null, canAskToReturn: false })
  expect(exclusionStanding([selfExclusion(1_000)], 9_000)).toMatchObject({ opensAtMs: null, canAskToReturn: true })
  const asked = [selfExclusion(1_000, 9_000)]
  expect(exclusionStanding(asked, 9_000)).toMatchObject({ opensAtMs: 9_000 + dayMs, canAskToReturn: false })
  expect(exclusionStanding(asked, 9_000 + dayMs - 1)).not.toBeNull()
  expect(exclusionStanding(asked, 9_000 + dayMs)).toBeNull()
})

test('of several, what lasts longest counts, and a time-out on top must be over before asking', () => {
  const both = [selfExclusion(1_000), timeOut(5_000)]
  expect(exclusionStanding(both, 2_000)).toEqual({
    kind: 'self_exclusion',
    untilMs: 5_000,
    opensAtMs: null,
    canAskToReturn: false,
  })
  expect(exclusionStanding(both, 5_000)).toMatchObject({ untilMs: 1_000, canAskToReturn: true })
  expect(exclusionStanding([timeOut(5_000), timeOut(3_000)], 4_000)).toMatchObject({ opensAtMs: 5_000 })
  expect(exclusionStanding([], 0)).toBeNull()
})

test('an open end is after everything that is planned', () => {
  expect(new Date(openEndMs).toISOString()).toBe('9999-01-01T00:00:00.000Z')
})
