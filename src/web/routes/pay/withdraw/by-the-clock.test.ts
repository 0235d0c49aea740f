import { expect, test } from 'vitest'
import { byTheClock } from './by-the-clock.ts'

const asked = { pausedUntil: 2_000, timesLeft: 0, timesADay: 3, countsAnewAt: 3_000 }

test.each([
  [1_999, { pausedUntil: 2_000, timesLeft: 0 }],
  [2_000, { pausedUntil: null, timesLeft: 0 }],
  [2_999, { pausedUntil: null, timesLeft: 0 }],
  [3_000, { pausedUntil: null, timesLeft: 3 }],
])('at %i a pause lasts until its end, and the times left are those of the day', (nowMs, expected) => {
  expect(byTheClock(asked, nowMs)).toEqual({ ...asked, ...expected })
})

test('where nothing is paused and times are left, only the day changes anything', () => {
  const free = { ...asked, pausedUntil: null, timesLeft: 2 }
  expect(byTheClock(free, 2_999)).toEqual(free)
  expect(byTheClock(free, 3_000)).toEqual({ ...free, timesLeft: 3 })
})
