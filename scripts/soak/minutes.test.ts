import { expect, test } from 'vitest'
import { type Minute, isOwn, minuteOf, verdictOf } from './minutes.ts'

const minute = (changes: Partial<Minute> = {}): Minute => ({
  bets: 100,
  p50: 2,
  p99: 10,
  slowest: 20,
  failures: 0,
  residentMb: 200,
  stolen: 0,
  ...changes,
})

test('a minute is told by the middle and the slow end of its answers', () => {
  const tookMs = Array.from({ length: 200 }, (_, at) => at + 1)
  expect(minuteOf(tookMs, { failures: 1, residentMb: 90, stolen: 0.02 })).toEqual({
    bets: 200,
    p50: 101,
    p99: 199,
    slowest: 200,
    failures: 1,
    residentMb: 90,
    stolen: 0.02,
  })
})

test('steady minutes hold; a slow minute, growing memory or a missing answer does not', () => {
  const steady = Array.from({ length: 9 }, () => minute())
  expect(verdictOf(steady)).toEqual({ growth: 1, slower: 1, failures: 0, holds: true })
  expect(verdictOf(steady.with(5, minute({ p99: 21 })))).toMatchObject({ slower: 2.1, holds: false })
  expect(verdictOf(steady.with(5, minute({ failures: 1 })))).toMatchObject({ failures: 1, holds: false })
  expect(verdictOf(steady.map((each, at) => ({ ...each, residentMb: 200 + 10 * at })))).toMatchObject({ holds: false })
  expect(verdictOf(steady, [minute({ p99: 900 })])).toMatchObject({ slower: 1, holds: true })
  expect(verdictOf(steady, [minute({ failures: 1 })])).toMatchObject({ failures: 1, holds: false })
  // Caches that fill in the first minute are no leak.
  expect(verdictOf(steady.with(0, minute({ residentMb: 120 })))).toMatchObject({ holds: true })
})

test('a minute in which the host gave more than a tenth of the processors to others says nothing about the app', () => {
  expect([0, 0.1, 0.11].map((stolen) => isOwn({ stolen }))).toEqual([true, true, false])
})
