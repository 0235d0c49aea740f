import { expect, test } from 'vitest'
import { addressOf, askedIn, formerDays } from './range.ts'

const nowMs = Date.UTC(2026, 10, 17, 23, 59, 59, 999)

test('an address without days asks for the last thirty, and one with days for exactly those', () => {
  expect(askedIn('', nowMs)).toEqual({ from: '2026-10-19', until: '2026-11-17', compare: 'none' })
  const asked = { from: '2026-02-01', until: '2026-02-28', compare: 'weeks' } as const
  expect(askedIn(new URL(`http://x${addressOf(asked)}`).search, nowMs)).toEqual(asked)
  expect(askedIn('?from=yesterday&until=2026-13-01&compare=all', nowMs)).toEqual(askedIn('', nowMs))
})

test('the days to compare with are as many and end right before, or are the same weekdays', () => {
  const asked = { from: '2026-03-01', until: '2026-03-07' }
  expect(formerDays({ ...asked, compare: 'before' })).toEqual({ from: '2026-02-22', until: '2026-02-28' })
  expect(formerDays({ ...asked, compare: 'weeks' })).toEqual({ from: '2026-02-01', until: '2026-02-07' })
  expect(formerDays({ ...asked, compare: 'none' })).toBeNull()
  const oneDay = { from: '2026-01-01', until: '2026-01-01' }
  expect(formerDays({ ...oneDay, compare: 'before' })).toEqual({ from: '2025-12-31', until: '2025-12-31' })
})
