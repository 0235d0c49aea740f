import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { depositOptions } from './money/deposits.ts'
import { withdrawalOptions } from './money/withdrawals.ts'

/** While nodes are updated one after the other, a page of this release may be answered by a node of the former one. */
const former = {
  deposits: { minimum: '10.00', usdt: [], card: null, blockedBy: null },
  withdrawals: {
    isOpen: true,
    available: '0.00',
    held: '0.00',
    minimum: '10.00',
    maximum: '5000.00',
    feeBps: 200,
    timesADay: 3,
    timesLeft: 3,
    countsAnewAt: '2026-11-02T17:00:00.000Z',
    pausedUntil: null,
    hasPaymentPassword: true,
  },
}

test.each([
  ['top-ups', depositOptions, former.deposits],
  ['withdrawals', withdrawalOptions, former.withdrawals],
])('what the former release answers about %s is read', (_, { output }, answer) => {
  expect(z.safeDecode(output, answer as never).error).toBeUndefined()
})
