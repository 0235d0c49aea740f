import { bytesToHex } from '@noble/hashes/utils.js'
import { hmac as nobleHmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openLeafList } from './leaf-list.ts'
import { openHmac, partsMost, splitOwed } from './parts.ts'
import {
  type SumNode,
  appendNode,
  emptySumTree,
  leafOf,
  parentOf,
  rootOfPath,
  sumLevels,
  sumPath,
  sumRoot,
} from './sum-tree.ts'

const rootOfNodes = (nodes: readonly SumNode[]) =>
  sumRoot(nodes.reduce((tree, node) => appendNode(tree, node), emptySumTree))

const id = (byte: number) => new Uint8Array(32).fill(byte)
const most = Number.MAX_SAFE_INTEGER

describe('a tree of sums', () => {
  test('has the root that anybody computes from its description', () => {
    const root = rootOfNodes([leafOf(id(1), 100), leafOf(id(2), 2 ** 40), leafOf(id(3), 0)])
    expect([bytesToHex(root.hash), root.sum]).toEqual([
      '1d69c10ac64809861bea2d8d4fc00e249704cd84403fa788aea50d3088a64f00',
      2 ** 40 + 100,
    ])
  })

  test('leads from each leaf to its root, for any number of leaves, and with no other sum, place or size', () => {
    const sums = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(sums, fc.nat(), (amounts, which) => {
        const nodes = amounts.map((amount, at) => leafOf(id(at), amount))
        const levels = sumLevels(nodes)
        const [index, root] = [which % nodes.length, rootOfNodes(nodes)]
        expect(levels.at(-1)![0]).toEqual(root)
        const given = { leaf: nodes[index]!, index, size: nodes.length, path: sumPath(levels, index) }
        expect(rootOfPath(given)).toEqual(root)
        const isRoot = (other: Partial<typeof given>) => {
          const reached = rootOfPath({ ...given, ...other })
          return reached !== null && bytesToHex(reached.hash) === bytesToHex(root.hash) && reached.sum === root.sum
        }
        expect(isRoot({ leaf: { ...given.leaf, sum: given.leaf.sum + 1 } })).toBe(false)
        expect(isRoot({ path: [...given.path, nodes[0]!] })).toBe(false)
        if (nodes.length > 1) expect(isRoot({ path: given.path.slice(1) })).toBe(false)
        if (given.path.length > 0) {
          const [first, ...rest] = given.path
          expect(isRoot({ path: [{ ...first!, sum: first!.sum + 1 }, ...rest] })).toBe(false)
          expect(isRoot({ index: index ^ 1 })).toBe(false)
        }
      }),
    )
  })

  test.each([-1, 0.5, most + 1, Number.NaN, Infinity])('takes no amount such as %s', (amount) => {
    expect(() => leafOf(id(1), amount)).toThrow(RangeError)
    const leaf = leafOf(id(1), 5)
    const path = [{ hash: id(2), sum: amount }]
    expect(rootOfPath({ leaf, index: 0, size: 2, path })).toBe(null)
    expect(rootOfPath({ leaf: { ...leaf, sum: amount }, index: 0, size: 2, path: [leaf] })).toBe(null)
  })

  test('takes no sum that is too large to be exact', () => {
    expect(() => parentOf(leafOf(id(1), most), leafOf(id(2), 1))).toThrow(RangeError)
    expect(rootOfPath({ leaf: leafOf(id(1), most), index: 0, size: 2, path: [leafOf(id(2), 1)] })).toBe(null)
    expect(parentOf(leafOf(id(1), most - 1), leafOf(id(2), 1)).sum).toBe(most)
  })
})

describe('a list of leaves', () => {
  const [a, b] = ['0a', '0b'].map((byte) => byte.repeat(32))
  const problemOf = (...lines: string[]) => {
    const list = openLeafList()
    for (const line of lines) list.add(line)
    return list.result().problem
  }
  test.each([
    ['the same leaf twice', [`${a} 5`, `${a} 5`], { code: 'list-out-of-order', line: 2 }],
    ['leaves out of order', [`${b} 5`, `${a} 5`], { code: 'list-out-of-order', line: 2 }],
    ['a negative amount', [`${a} -5`], { code: 'line-malformed', line: 1 }],
    ['an amount spelled in another way', [`${a} 05`], { code: 'line-malformed', line: 1 }],
    ['a hash in capitals', [`${a!.toUpperCase()} 5`], { code: 'line-malformed', line: 1 }],
    ['something behind the amount', [`${a} 5 x`], { code: 'line-malformed', line: 1 }],
    ['a total that is too large', [`${a} ${most}`, `${b} 1`], { code: 'sum-too-large', line: 2 }],
    ['nothing wrong', [`${a} ${most - 1}`, `${b} 1`], null],
  ])('with %s', (_, lines, problem) => expect(problemOf(...lines)).toEqual(problem))
})

describe('parts', () => {
  const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 })

  test('add up to what is owed, none of them negative, and follow from the secret', () => {
    const amounts = fc.oneof(fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: most }))
    fc.assert(
      fc.property(secrets, amounts, (secret, amount) => {
        const parts = splitOwed(secret, amount)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount)
        expect(parts.every((part) => Number.isSafeInteger(part) && part >= 0)).toBe(true)
        expect(parts.length).toBeLessThanOrEqual(partsMost)
        expect(splitOwed(secret, amount)).toEqual(parts)
      }),
    )
    expect(splitOwed(new Uint8Array(32), 0)).toEqual([])
    for (const amount of [-1, 0.5, most + 1]) expect(() => splitOwed(new Uint8Array(32), amount)).toThrow(RangeError)
  })

  test('stay what they were when proofs were made with them that are still kept', () => {
    const partsOf = (byte: number, amount: number) => splitOwed(new Uint8Array(32).fill(byte), amount)
    expect(partsOf(1, 1)).toEqual([0, 1])
    expect(partsOf(2, 300)).toEqual([300])
    expect(partsOf(3, 499_999)).toEqual([2_804, 82_953, 414_242])
    expect(partsOf(4, 2_000_000)).toEqual([788_711, 28_298, 258_112, 240_293, 684_586])
    expect(partsOf(5, 10_000_000).slice(0, 7)).toEqual([23_963, 131_407, 377_644, 390_107, 104_049, 590_415, 105_683])
  })

  test('of a large balance are many, so that the balance does not show', () => {
    expect(splitOwed(id(7), 10_000_000).length).toBeGreaterThan(20)
  })

  test('are told apart by an HMAC that others compute in the same way', () => {
    fc.assert(
      fc.property(secrets, fc.uint8Array(), (key, message) => {
        const hmac = openHmac()
        hmac.key(key)
        hmac.message.set(message)
        expect(hmac.of(message.length)).toEqual(nobleHmac(sha256, key, message))
      }),
    )
  })
})
