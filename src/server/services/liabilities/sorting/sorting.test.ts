import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import type { OwedPlayers } from '../lanes/lane-leaves.ts'
import { wordsOf } from '../lanes/words.ts'
import { type Buckets, chunkBytes, openBuckets } from './buckets.ts'
import { inOrder } from './in-order.ts'
import { openOwedRows } from './owed-rows.ts'
import { openStakeFile } from './stake-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clearball-sorting-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('leaves', () => {
  test('are put in the order of their hashes, also where those begin alike', () => {
    // Few different bytes, so that many hashes share their first bits, and some are the same but for their last byte.
    const hash = fc.array(fc.constantFrom(0, 1, 255), { minLength: 31, maxLength: 31 })
    const alike = fc.tuple(fc.array(hash, { maxLength: 3 }), fc.array(fc.nat(255), { maxLength: 90 }))
    fc.assert(
      fc.property(alike, ([tails, lasts]) => {
        const hashes = lasts.map((last, at) =>
          Buffer.from([7, ...(tails[at % tails.length] ?? Array<number>(31).fill(0)).slice(1), last]),
        )
        const leaves = Int32Array.from(hashes.flatMap((each, at) => [...wordsOf(each), 0, at]))
        const found = [...inOrder(leaves)].map((place) => hashes[place]!.toString('hex'))
        expect(found).toEqual(hashes.map((each) => each.toString('hex')).sort())
      }),
    )
    expect(inOrder(new Int32Array(0))).toEqual(new Uint32Array(0))
  })
})

describe('buckets', () => {
  const put = (buckets: Buckets, bucket: number, record: Buffer) =>
    buckets.bytes.set(record, buckets.reserve(bucket, record.length))
  test('give back what was put into them, in its order, from memory and from the file, which has no name', () => {
    const buckets = openBuckets(join(folder, 'some'))
    expect(readdirSync(folder)).toEqual([])
    const record = (at: number) => Buffer.from(`${at} ${'x'.repeat(at % 900)}\n`)
    const texts = ['', '']
    for (let at = 0; at < 5_000; at++) {
      const bucket = at % 2
      put(buckets, bucket * 255, record(at))
      texts[bucket] += record(at).toString()
    }
    expect(texts[0]!.length).toBeGreaterThan(10 * chunkBytes)
    expect([0, 255].map((bucket) => Buffer.from(buckets.read(bucket)).toString())).toEqual(texts)
    expect(buckets.read(1)).toHaveLength(0)
    expect(() => buckets.reserve(1, chunkBytes + 1)).toThrow(RangeError)
    buckets.close()
  })
})

const field = (bytes: Uint8Array) => ({
  bytes: Buffer.concat([Buffer.of(9), bytes, Buffer.of(9)]),
  from: 1,
  to: 1 + bytes.length,
})
const idOf = (hex: string) => hex.replaceAll('-', '')
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString()

/** The players of a bucket as values, by their ids in hexadecimal. */
function valuesOf({ count, ids, amounts, names, nameFrom, nameLength }: OwedPlayers) {
  return Array.from({ length: count }, (_, at) => ({
    id: Buffer.from(ids.subarray(16 * at, 16 * at + 16)).toString('hex'),
    account: textOf(names.subarray(nameFrom[at], nameFrom[at]! + nameLength[at]!)),
    amount: amounts[at]!,
  }))
}

describe('what was read from the books', () => {
  test('is brought together by player, whatever order it comes in; whoever is owed nothing is left out', () => {
    const player = fc.record({
      id: fc.uuid(),
      account: fc.string({ maxLength: 40, unit: 'grapheme' }),
      amounts: fc.array(fc.integer({ min: 1, max: 2 ** 45 }), { maxLength: 3 }),
    })
    const players = fc.uniqueArray(player, { selector: ({ id }) => id, maxLength: 120 })
    let run = 0
    fc.assert(
      fc.property(players, fc.boolean(), (all, namesFirst) => {
        const rows = openOwedRows(join(folder, `rows-${run++}`))
        const idField = (id: string) => field(Buffer.from(idOf(id), 'hex'))
        const addNames = () => {
          for (const { id, account } of all) rows.addName(idField(id), field(Buffer.from(account)))
        }
        if (namesFirst) addNames()
        for (const at of [0, 1, 2])
          for (const { id, amounts } of all) if (amounts[at]) rows.addAmount(idField(id), amounts[at])
        if (!namesFirst) addNames()
        const found = Array.from({ length: 256 }, (_, bucket) => valuesOf(rows.playersOf(bucket))).flat()
        rows.close()
        const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
        const owed = all
          .filter(({ amounts }) => amounts.length > 0)
          .map(({ id, account, amounts }) => ({
            id: idOf(id),
            account: Buffer.from(account).toString(),
            amount: amounts.reduce((sum, each) => sum + each, 0),
          }))
        expect(found.sort(byId)).toEqual(owed.sort(byId))
      }),
      { numRuns: 40 },
    )
  })

  test('is found also where thousands are in one bucket', () => {
    const rows = openOwedRows(join(folder, 'full'))
    const id = (at: number) => {
      const bytes = Buffer.alloc(16, 7)
      bytes.writeUInt32BE(at, 6)
      return field(bytes)
    }
    for (let at = 0; at < 9_000; at++) rows.addAmount(id(at % 4_500), 1 + (at % 4_500))
    for (let at = 0; at < 5_000; at++) rows.addName(id(at), field(Buffer.from(`p${at}`)))
    const found = valuesOf(rows.playersOf(7))
    expect(found.map(({ account, amount }) => [account, amount])).toEqual(
      Array.from({ length: 4_500 }, (_, at) => [`p${at}`, 2 * (1 + at)]),
    )
    rows.close()
  })
})

describe('open stakes', () => {
  test('are kept by their accounts until they are written down', () => {
    const stakes = openStakeFile(join(folder, 'stakes'))
    const all = Array.from({ length: 3_000 }, (_, at) => [7 * at, at === 3 ? Number.MAX_SAFE_INTEGER : at])
    for (const [account, cents] of all) stakes.add(account!, cents!)
    const found = [...stakes.read()].flatMap(({ accounts, amounts }) =>
      accounts.map((each, at) => [each, amounts[at]!]),
    )
    expect(found.sort(([one], [other]) => one! - other!)).toEqual(all)
    stakes.close()
  })
})
