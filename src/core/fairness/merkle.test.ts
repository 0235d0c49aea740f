import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { describe, expect, test } from 'vitest'
import { appendLeaf, emptyTree, inclusionProof, leafHash, merkleRoot, rootOfProof, treeRoot } from './merkle.ts'
import { tree } from './testing/draws.json' with { type: 'json' }

const leavesOf = (inputs: readonly string[]) => inputs.map((text) => leafHash(utf8ToBytes(text)))
const hex = (bytes: Uint8Array | null) => bytes && bytesToHex(bytes)

test('root, empty root and proof match the vectors', () => {
  const leaves = leavesOf(tree.leafInputs)
  expect(hex(merkleRoot(leaves))).toBe(tree.root)
  expect(hex(merkleRoot([]))).toBe(tree.emptyRoot)
  expect(inclusionProof(leaves, 3).map(hex)).toEqual(tree.proofOf3)
})

describe.each([1, 2, 3, 4, 5, 7, 8, 9, 31, 33])('a tree of %i', (size) => {
  const leaves = leavesOf(Array.from({ length: size }, (_, at) => `leaf ${at}`))
  const root = hex(merkleRoot(leaves))

  test('grown leaf by leaf has the same root, and no earlier tree has it', () => {
    let grown = emptyTree
    const roots = leaves.map((leaf) => hex(treeRoot((grown = appendLeaf(grown, leaf)))))
    expect(roots.at(-1)).toBe(root)
    expect(new Set(roots).size).toBe(size)
    expect(grown.size).toBe(size)
  })

  test('proves each leaf at its own place only', () => {
    for (const [index, leaf] of leaves.entries()) {
      const proof = inclusionProof(leaves, index)
      expect(hex(rootOfProof({ leaf, index, size, proof }))).toBe(root)
      expect(hex(rootOfProof({ leaf: leafHash(utf8ToBytes('other')), index, size, proof }))).not.toBe(root)
      for (let other = 0; other < size; other++) {
        if (other !== index) expect(hex(rootOfProof({ leaf, index: other, size, proof }))).not.toBe(root)
      }
      expect(rootOfProof({ leaf, index, size, proof: [...proof, leaf] })).toBeNull()
      if (size > 1) expect(rootOfProof({ leaf, index, size, proof: proof.slice(1) })).toBeNull()
    }
  })

  test('has no proof outside itself', () => {
    for (const index of [-1, size, 0.5]) {
      expect(() => inclusionProof(leaves, index)).toThrow(RangeError)
      expect(() => inclusionProof(leaves, index)).toThrow(`no leaf ${index}`)
      expect(rootOfProof({ leaf: leaves[0]!, index, size, proof: [] })).toBeNull()
    }
  })
})
