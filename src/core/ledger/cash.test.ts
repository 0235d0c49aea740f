import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/cents.ts'
import {
  depositPassed,
  depositReversed,
  shortfallRepaid,
  withdrawalAsked,
  withdrawalPassed,
  withdrawalRejected,
} from './cash.ts'
import { netChanges } from './postings.ts'

const an = 'an'
const cents = (amount: bigint) => amount as Cents

describe('money in', () => {
  test('comes from the world it came from', () => {
    expect(depositPassed(an, 'usdt', cents(5_000n))).toEqual([
      { from: 'world:usdt', to: 'player:an:available', amount: 5_000n },
    ])
    expect(depositPassed(an, 'bank', cents(1n))[0]!.from).toBe('world:bank')
  })

  test('taken back is taken from the player as far as there is any, and from the house beyond that', () => {
    const amount = fc.bigInt({ min: 1n, max: 1_000_000n })
    fc.assert(
      fc.property(amount, fc.bigInt({ min: 0n, max: 2_000_000n }), (taken, has) => {
        const given = { playerId: an, currency: 'usdt', amount: cents(taken), available: cents(has) } as const
        const { postings, shortfall } = depositReversed(given)
        const net = new Map<string, bigint>(netChanges(postings))
        expect(net.get('world:usdt')).toBe(taken)
        expect((net.get('player:an:available') ?? 0n) + has).toBeGreaterThanOrEqual(0n)
        expect(0n - (net.get('house:reversals') ?? 0n)).toBe(shortfall)
        expect(shortfall).toBe(taken > has ? taken - has : 0n)
        expect(postings.every((each) => each.amount > 0n)).toBe(true)
      }),
    )
  })
})

test('what a top-up taken back left missing is paid to where the house bore it', () => {
  expect(shortfallRepaid(an, cents(700n))).toEqual([
    { from: 'player:an:available', to: 'house:reversals', amount: 700n },
  ])
})

describe('money out', () => {
  test('is held, then paid less the fee, or given back whole', () => {
    expect(withdrawalAsked(an, cents(1_000n))).toEqual([
      { from: 'player:an:available', to: 'player:an:held', amount: 1_000n },
    ])
    expect(withdrawalPassed(an, 'bank', { fee: cents(20n), actual: cents(980n) })).toEqual([
      { from: 'player:an:held', to: 'house:fees', amount: 20n },
      { from: 'player:an:held', to: 'world:bank', amount: 980n },
    ])
    expect(withdrawalRejected(an, cents(1_000n))).toEqual([
      { from: 'player:an:held', to: 'player:an:available', amount: 1_000n },
    ])
  })

  test('without a fee moves no fee, and to an address leaves through it', () => {
    expect(withdrawalPassed(an, 'digital', { fee: cents(0n), actual: cents(980n) })).toEqual([
      { from: 'player:an:held', to: 'world:usdt', amount: 980n },
    ])
  })
})
