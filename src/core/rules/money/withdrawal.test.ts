import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Bps, Cents } from '../../money/cents.ts'
import { settingsFrom } from './settings.ts'
import { countedDay, needsTwoPeople, withdrawalRefusal, withdrawalSplit } from './withdrawal.ts'

const settings = settingsFrom(new Map())

describe('the split', () => {
  test.each([
    [1_000n, 20n, 980n],
    [1_001n, 21n, 980n],
    [1_050n, 21n, 1_029n],
    [2n, 1n, 1n],
    [1n, 0n, 1n],
    [2_000_000n, 40_000n, 1_960_000n],
  ])('of %s is a fee of %s, rounded up, and %s that arrive', (amount, fee, actual) => {
    expect(withdrawalSplit(amount as Cents, settings)).toEqual({ fee, actual })
  })

  test('fee and what arrives are always the whole, for 10,000 amounts and rates', () => {
    const amounts = fc.bigInt({ min: 1n, max: 99_999_999_999_999n })
    fc.assert(
      fc.property(amounts, fc.integer({ min: 0, max: 1_000 }), (amount, bps) => {
        const { fee, actual } = withdrawalSplit(amount as Cents, { ...settings, withdrawalFeeBps: bps as Bps })
        expect(fee + actual).toBe(amount)
        // Of the smallest amounts the fee leaves a cent.
        expect(actual).toBeGreaterThan(0n)
        const isRoundedUp = fee * 10_000n >= amount * BigInt(bps) && (fee - 1n) * 10_000n < amount * BigInt(bps)
        expect(isRoundedUp || (actual === 1n && fee * 10_000n < amount * BigInt(bps))).toBe(true)
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('a request', () => {
  const fine = {
    amount: 5_000n as Cents,
    askedToday: 0,
    nowMs: 100,
    pausedUntilMs: null,
    usableFromMs: 100,
    owed: 0n as Cents,
    available: 5_000_000n as Cents,
  }

  test.each([
    [{}, null],
    [{ amount: 1_000n }, null],
    [{ amount: 2_000_000n }, null],
    [{ amount: 999n }, 'amount_too_small'],
    [{ amount: 0n }, 'amount_too_small'],
    [{ amount: 2_000_001n }, 'amount_too_large'],
    [{ askedToday: 2 }, null],
    [{ askedToday: 3 }, 'withdrawals_used_up'],
    [{ pausedUntilMs: 100 }, null],
    [{ pausedUntilMs: 101 }, 'withdrawals_paused'],
    [{ usableFromMs: 101 }, 'wallet_waiting'],
    [{ owed: 4_995_000n }, null],
    [{ owed: 5_000_001n }, 'withdrawal_needs_support'],
  ])('with %o is answered %s', (change, expected) => {
    expect(withdrawalRefusal({ ...fine, ...change } as typeof fine, settings)).toBe(expected)
  })

  test('is refused while withdrawals are switched off', () => {
    const off = settingsFrom(new Map([['withdrawals_open', 0n] as const]))
    expect(withdrawalRefusal(fine, off)).toBe('transactions_restricted')
  })

  test.each([1n, 2n, 500n, 999n])('for all of a balance of %s is taken, though it is below the minimum', (cents) => {
    const all = { ...fine, amount: cents as Cents, available: cents as Cents }
    expect(withdrawalRefusal(all, settings)).toBe(null)
    expect(withdrawalRefusal({ ...all, available: (cents + 1n) as Cents }, settings)).toBe('amount_too_small')
    expect(withdrawalRefusal({ ...all, amount: 0n as Cents, available: 0n as Cents }, settings)).toBe(
      'amount_too_small',
    )
  })

  test('for all that is left after what is owed is taken, though it is below the minimum', () => {
    const rest = { ...fine, amount: 700n as Cents, owed: 300n as Cents, available: 1_000n as Cents }
    expect(withdrawalRefusal(rest, settings)).toBe(null)
    expect(withdrawalRefusal({ ...rest, owed: 301n as Cents }, settings)).toBe('amount_too_small')
  })
})

test('two people are needed above the threshold, also where it is reached in parts', () => {
  expect(needsTwoPeople([500_000n as Cents], settings)).toBe(false)
  expect(needsTwoPeople([500_001n as Cents], settings)).toBe(true)
  expect(needsTwoPeople([200_000n, 200_000n, 100_001n] as Cents[], settings)).toBe(true)
})

test('a day of counting begins and ends at midnight, universal time', () => {
  const [midnight, next] = [Date.UTC(2026, 10, 2), Date.UTC(2026, 10, 3)]
  for (const instant of [midnight, Date.UTC(2026, 10, 2, 12), next - 1]) {
    expect(countedDay(instant)).toEqual({ fromMs: midnight, untilMs: next })
  }
})
