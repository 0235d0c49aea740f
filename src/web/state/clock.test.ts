import { expect, test } from 'vitest'
import { serverNow, takeServerTime } from './clock.ts'

/** How far the clock is from a server that leads this page's own time by so much. */
const errorFor = (leadMs: number) => Math.round(Math.abs(serverNow() - (performance.now() + leadMs)))

test('quick answers set the clock, slow ones do not spoil it, and a clock that was set anew is followed', () => {
  const lead = 1_700_000_000_000
  const now = performance.now()
  takeServerTime(now + lead + 400, now - 1_000, now)
  expect(errorFor(lead)).toBe(900)
  takeServerTime(now + lead - 20, now - 40, now)
  expect(errorFor(lead)).toBe(0)
  // An answer that took a second may have been written at any moment of it: nothing new.
  takeServerTime(now + lead, now - 1_000, now)
  expect(errorFor(lead)).toBe(0)
  // No way through the network explains ten seconds.
  takeServerTime(now + lead + 10_000, now - 1_000, now)
  expect(errorFor(lead)).toBe(10_500)
})
