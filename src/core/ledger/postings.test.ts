import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, sumCents } from '../money/cents.ts'
import { type AccountRef, type Posting, demoGranted, netChanges } from './postings.ts'

const refs: AccountRef[] = ['house:result', 'player:a:available', 'player:a:held', 'player:b:available', 'world:bank']
const anyPosting: fc.Arbitrary<Posting> = fc.record({
  from: fc.constantFrom(...refs),
  to: fc.constantFrom(...refs),
  amount: fc.bigInt({ min: 1n, max: 1_000_000n }) as fc.Arbitrary<Cents>,
})

test('whatever is posted, nothing is made and nothing is lost', () => {
  fc.assert(
    fc.property(fc.array(anyPosting), (postings) => sumCents(netChanges(postings).map(([, change]) => change)) === 0n),
  )
})

test('accounts come in one order, each once, and only where something changes', () => {
  fc.assert(
    fc.property(fc.array(anyPosting), (postings) => {
      const order = netChanges(postings).map(([ref]) => ref)
      expect(order).toEqual([...new Set(order)].sort())
      expect(netChanges(postings).every(([, change]) => change !== 0n)).toBe(true)
    }),
  )
})

test('a demo grant comes from the demo world and reaches the player', () => {
  expect(netChanges(demoGranted('a', 500n as Cents))).toEqual([
    ['player:a:available', 500n],
    ['world:demo', -500n],
  ])
})
