import { expect, test } from 'vitest'
import { codeDigits, codeTries, resendWaitMs } from './verification-code.ts'

const nowMs = 10_000_000
const minutes = (count: number) => nowMs - count * 60_000

test.each([
  ['nothing was sent', [], 0],
  ['one was sent just now', [nowMs], 60_000],
  ['one was sent 59 s ago', [nowMs - 59_000], 1_000],
  ['one was sent a minute ago', [minutes(1)], 0],
  ['four were sent this hour', [minutes(5), minutes(10), minutes(20), minutes(30)], 0],
  ['five were sent this hour', [minutes(5), minutes(10), minutes(20), minutes(30), minutes(50)], 10 * 60_000],
  ['five were sent, the first an hour ago', [minutes(5), minutes(10), minutes(20), minutes(30), minutes(60)], 0],
  [
    'six were sent this hour, in any order',
    [minutes(59), minutes(2), minutes(10), minutes(20), minutes(30), minutes(50)],
    10 * 60_000,
  ],
])('when %s, the wait is right', (_, sent, waitMs) => {
  expect(resendWaitMs(sent, nowMs)).toBe(waitMs)
})

test('whoever guesses for a month at the codes of one account, by each of its three names, succeeds less than once in a thousand times', () => {
  const names = 3
  const sent: number[] = []
  for (let minute = 0; minute < 24 * 60; minute++)
    if (resendWaitMs(sent, minute * 60_000) === 0) sent.push(minute * 60_000)
  const guesses = names * 30 * sent.length * codeTries
  expect(guesses / 10 ** codeDigits).toBeLessThan(1 / 1_000)
})
