import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafHash, merkleRoot } from '../merkle.ts'
import { consistencyProof } from '../testing/consistency-proof.ts'
import { rootOfConsistency } from './consistency.ts'

const leaves = Array.from({ length: 33 }, (_, at) => leafHash(utf8ToBytes(`entry ${at}`)))
const roots = Array.from({ length: 34 }, (_, size) => merkleRoot(leaves.slice(0, size)))
const other = leafHash(utf8ToBytes('something else'))
const hex = (bytes: Uint8Array | null) => bytes && bytesToHex(bytes)

test('a proof leads from every older tree to every newer one', () => {
  for (let size = 1; size <= 33; size++) {
    for (let old = 1; old <= size; old++) {
      const proof = consistencyProof(old, leaves.slice(0, size))
      expect(hex(rootOfConsistency({ old, oldRoot: roots[old]!, size, proof }))).toBe(hex(roots[size]!))
    }
  }
})

test('a changed, longer or shorter proof, another size and another older root lead elsewhere or nowhere', () => {
  for (let size = 2; size <= 33; size++) {
    for (let old = 1; old < size; old++) {
      const proof = consistencyProof(old, leaves.slice(0, size))
      const given = { old, oldRoot: roots[old]!, size, proof }
      const falseOnes = [
        { ...given, proof: [...proof, other] },
        { ...given, proof: proof.slice(1) },
        { ...given, proof: proof.slice(0, -1) },
        { ...given, oldRoot: other },
        ...proof.map((_, at) => ({ ...given, proof: proof.with(at, other) })),
      ]
      for (const each of falseOnes) expect(hex(rootOfConsistency(each))).not.toBe(hex(roots[size]!))
    }
  }
})

test('there is no way back, and none from nothing', () => {
  expect(rootOfConsistency({ old: 5, oldRoot: roots[5]!, size: 4, proof: [] })).toBeNull()
  expect(rootOfConsistency({ old: 0, oldRoot: roots[0]!, size: 4, proof: [] })).toBeNull()
  expect(rootOfConsistency({ old: 4, oldRoot: roots[4]!, size: 4, proof: [other] })).toBeNull()
  expect(rootOfConsistency({ old: 4, oldRoot: roots[4]!, size: 4, proof: [] })).toEqual(roots[4])
})
