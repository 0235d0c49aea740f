import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type OwedPlayer, openLeaves } from '#core/fairness/liabilities/parts'
import { leafOf, sumLevels } from '#core/fairness/liabilities/sum-tree'
import { sha256 } from '../../../world/sha256.ts'
import { type OwedPlayers, openLaneLeaves } from './lane-leaves.ts'
import { openLaneRoot } from './lane-nodes.ts'
import { lanes, openLanes } from './sha256-lanes.ts'
import { bytesOf, highWord, wordsOf } from './words.ts'

const most = Number.MAX_SAFE_INTEGER
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** Players as they are read, with bytes that belong to nobody between their names. */
function inLists(players: readonly OwedPlayer[]): OwedPlayers {
  const names = players.map(({ account }) => Buffer.from(account))
  const nameLength = Uint32Array.from(names, ({ length }) => length)
  return {
    count: players.length,
    ids: Buffer.concat(players.map(({ id }) => Buffer.from(id.replaceAll('-', ''), 'hex'))),
    amounts: Float64Array.from(players, ({ amount }) => amount),
    names: Buffer.concat(names.map((name) => Buffer.concat([Buffer.of(255, 255), name]))),
    nameFrom: nameLength.map((_, at) => nameLength.subarray(0, at).reduce((sum, each) => sum + each + 2, 2)),
    nameLength,
  }
}

describe('hashes in lanes', () => {
  test('are those that Node computes one by one', () => {
    const { block, state, begin, take } = openLanes()
    const message = fc.uint8Array({ maxLength: 55 })
    fc.assert(
      fc.property(fc.tuple(message, message, message, message), (messages) => {
        for (const [lane, each] of messages.entries()) {
          const bytes = Buffer.alloc(64)
          bytes.set(each)
          bytes[each.length] = 0x80
          bytes.writeUInt32BE(8 * each.length, 60)
          for (const [at, word] of wordsOf(bytes).entries()) block[lanes * at + lane] = word
        }
        begin()
        take()
        const found = messages.map((_, lane) => toHex(bytesOf(state.filter((__, at) => at % lanes === lane))))
        expect(found).toEqual(messages.map((each) => toHex(sha256(each))))
      }),
    )
  })

  const players = fc.array(
    fc.record({
      id: fc.uuid(),
      account: fc.oneof(fc.stringMatching(/^[A-Za-z0-9_]{3,20}$/), fc.string({ maxLength: 60, unit: 'grapheme' })),
      amount: fc.oneof(
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 40_000_000 }),
        fc.integer({ min: 1, max: most }),
      ),
    }),
    { maxLength: 150 },
  )

  test('make the leaves that are published, for any player and amount', () => {
    fc.assert(
      fc.property(players, fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.nat(), (all, seed, number) => {
        const leavesOf = openLeaves(seed, number, sha256)
        const one = all.flatMap(leavesOf).map(({ hash, sum }) => `${toHex(hash)} ${sum}`)
        const four: string[] = []
        openLaneLeaves(
          seed,
          number,
          sha256,
        )(inLists(all), (leaf) => {
          const bytes = bytesOf(leaf)
          four.push(`${toHex(bytes.subarray(0, 32))} ${bytes.readBigUInt64BE(32)}`)
        })
        expect(four.sort()).toEqual(one.sort())
      }),
    )
  })

  test('take no amount that is negative or too large to be exact', () => {
    const make = openLaneLeaves(Buffer.alloc(32), 1, sha256)
    const id = 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa'
    for (const amount of [-1, 0.5, most + 1, Number.NaN])
      expect(() => make(inLists([{ id, account: 'an', amount }]), () => undefined)).toThrow(RangeError)
  })

  const rootOf = openLaneRoot()
  const nodes = (sums: readonly number[]) => sums.map((sum, at) => leafOf(Buffer.alloc(32, at), sum))
  const inWords = (sums: readonly number[]) =>
    Int32Array.from(nodes(sums).flatMap(({ hash, sum }) => [...wordsOf(hash), highWord(sum), sum | 0]))

  test('lead to the root that is published, for any number of leaves', () => {
    const sums = fc.array(fc.oneof(fc.nat(1_000_000), fc.nat(2 ** 45)), { minLength: 1, maxLength: 70 })
    fc.assert(
      fc.property(sums, (amounts) => {
        const expected = sumLevels(nodes(amounts)).at(-1)![0]!
        const { hash, sum } = rootOf(inWords(amounts))
        expect([toHex(hash), sum]).toEqual([toHex(expected.hash), expected.sum])
      }),
    )
  })

  test('lead to no sum that is too large to be exact', () => {
    expect(() => rootOf(inWords([most, 1]))).toThrow(RangeError)
    expect(rootOf(inWords([most - 1, 1])).sum).toBe(most)
  })
})
