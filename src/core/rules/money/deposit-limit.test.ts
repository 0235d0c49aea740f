import { expect, test } from 'vitest'
import type { Cents } from '../../money/cents.ts'
import { isAsBefore, isIncrease, roomUnder } from './deposit-limit.ts'

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

type Limit = bigint | null
const isSame = (inForce: Limit, waiting: Limit | undefined, to: Limit) =>
  isAsBefore({ amount: cents(inForce), pending: waiting === undefined ? null : { amount: cents(waiting) } }, cents(to))

test.each([
  [null, undefined, null],
  [100n, undefined, 100n],
  [100n, 200n, 200n],
  [100n, null, null],
])('of %s in force and %s waiting, asking for %s changes nothing', (inForce, waiting, to) => {
  expect(isSame(inForce, waiting, to)).toBe(true)
})

test.each([
  [null, undefined, 100n],
  // The limit in force, asked for again, withdraws the increase.
  [100n, 200n, 100n],
  [100n, null, 100n],
])('of %s in force and %s waiting, asking for %s is a change', (inForce, waiting, to) => {
  expect(isSame(inForce, waiting, to)).toBe(false)
})
