import { expect, test } from 'vitest'
import type { Cents } from '../../money/cents.ts'
import { isIncrease, roomUnder } from './deposit-limit.ts'

const cents = (amount: bigint | null) => amount as Cents

test.each([
  [null, 100n, false],
  [100n, 99n, false],
  [100n, 100n, false],
  [100n, 101n, true],
  [100n, null, true],
  [null, null, false],
])('from %s to %s protects less: %s', (from, to, expected) => {
  expect(isIncrease(cents(from), cents(to))).toBe(expected)
})

test.each([
  [100n, 0n, 100n],
  [100n, 99n, 1n],
  [100n, 100n, 0n],
  [100n, 250n, 0n],
])('under %s with %s paid in there is room for %s', (limit, paidIn, room) => {
  expect(roomUnder(cents(limit), cents(paidIn))).toBe(room)
})
