import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { expect, test } from 'vitest'
import { inclusionProof, leafHash, merkleRoot, rootOfProof } from '../merkle.ts'
import { rootOfConsistency } from './consistency.ts'
import { type Node, consistencyPlan, foldNodes, inclusionPlan, rootNodes } from './plans.ts'

const hash = (left: Uint8Array, right: Uint8Array) => sha256(concatBytes(Uint8Array.of(1), left, right))
const leaves = Array.from({ length: 40 }, (_, at) => leafHash(utf8ToBytes(`entry ${at}`)))
const roots = Array.from({ length: 41 }, (_, size) => merkleRoot(leaves.slice(0, size)))
const rootOf = (size: number) => roots[size]!
/** Reads nodes by hashing their leaves, as the definition says. */
const read = (nodes: readonly Node[]) =>
  nodes.map(({ level, index }) => merkleRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)))
const hex = (bytes: Uint8Array | null) => bytes && bytesToHex(bytes)

test('the nodes of a tree fold to its root', () => {
  for (let size = 1; size <= 40; size++) expect(hex(foldNodes(read(rootNodes(size)), hash))).toBe(hex(rootOf(size)))
})

test('an inclusion proof from nodes is the proof from all leaves', () => {
  for (const size of [1, 2, 3, 7, 8, 9, 31, 32, 40]) {
    for (let index = 0; index < size; index++) {
      const { nodes, build } = inclusionPlan(index, size)
      const proof = build(read(nodes), hash)
      expect(proof.map(hex)).toEqual(inclusionProof(leaves.slice(0, size), index).map(hex))
      expect(hex(rootOfProof({ leaf: leaves[index]!, index, size, proof }))).toBe(hex(rootOf(size)))
    }
    expect(() => inclusionPlan(size, size)).toThrow(RangeError)
  }
})

test('a consistency proof leads from every older tree to every newer one, and from no other root', () => {
  for (let size = 1; size <= 40; size++) {
    for (let old = 1; old <= size; old++) {
      const { nodes, build } = consistencyPlan(old, size)
      const proof = build(read(nodes), hash)
      const given = { old, oldRoot: rootOf(old), size, proof }
      expect(hex(rootOfConsistency(given))).toBe(hex(rootOf(size)))
      if (old === size) continue
      expect(rootOfConsistency({ ...given, proof: [...proof, leaves[0]!] })).toBeNull()
      if (proof.length > 1) expect(rootOfConsistency({ ...given, proof: proof.slice(1) })).not.toEqual(rootOf(size))
      const another = rootOfConsistency({ ...given, oldRoot: leafHash(utf8ToBytes('another tree')) })
      // Where the older tree is a subtree its root takes part itself, and another leads to another root.
      if (another) expect(hex(another)).not.toBe(hex(rootOf(size)))
      for (const at of proof.keys()) {
        const changed = proof.with(at, leafHash(utf8ToBytes('changed')))
        const led = rootOfConsistency({ ...given, proof: changed })
        if (led) expect(hex(led)).not.toBe(hex(rootOf(size)))
      }
    }
  }
})

test('there is no way from a larger tree to a smaller one', () => {
  expect(() => consistencyPlan(5, 4)).toThrow('no older tree of 5')
  expect(rootOfConsistency({ old: 5, oldRoot: rootOf(5), size: 4, proof: [] })).toBeNull()
  expect(rootOfConsistency({ old: 0, oldRoot: rootOf(0), size: 4, proof: [] })).toBeNull()
})
