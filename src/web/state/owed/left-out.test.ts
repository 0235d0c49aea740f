import { expect, test } from 'vitest'
import { leftOutAt } from './left-out.ts'

const minuteMs = 60_000
const newest = { number: 7, at: 100 * minuteMs }
const about = { newest, last: undefined, createdAt: 30 * minuteMs, nowMs: 110 * minuteMs }

test('a player who is shown no proof is left out of the newest that was made since the account was opened', () => {
  expect(leftOutAt(about)).toBe(newest.at)
  expect(leftOutAt({ ...about, last: { number: 6, at: 40 * minuteMs } })).toBe(newest.at)
})

test.each<[string, Partial<typeof about> | { newest: null } | { last: typeof newest }]>([
  ['before the first proof', { newest: null }],
  ['whose account is younger than the newest', { createdAt: newest.at }],
  ['that was shown the newest', { last: newest }],
  ['in the moments in which the newest is being shown', { nowMs: 110 * minuteMs - 1 }],
])('nobody is left out %s', (_, change) => {
  expect(leftOutAt({ ...about, ...change })).toBeNull()
})
