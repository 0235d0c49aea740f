import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'
import type { Sha256 } from './pack.ts'

/**
 * A tree as RFC 6962 builds it, kept as the roots of its complete subtrees, largest first. That is all a growing tree
 * needs: appending and the root touch at most log2(size) hashes.
 */
export type Tree = { readonly size: number; readonly peaks: readonly Uint8Array[] }

export const emptyTree: Tree = { size: 0, peaks: [] }

// Different first bytes keep a node from being passed off as a leaf.
const leafMark = Uint8Array.of(0)
const nodeMark = Uint8Array.of(1)

export function leafHash(content: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes(leafMark, content))
}

export function nodeHash(left: Uint8Array, right: Uint8Array, hash: Sha256 = sha256): Uint8Array {
  return hash(concatBytes(nodeMark, left, right))
}

export function appendLeaf(tree: Tree, leaf: Uint8Array, hash?: Sha256): Tree {
  const peaks = [...tree.peaks]
  let node = leaf
  for (let size = tree.size; size % 2 === 1; size = (size - 1) / 2) node = nodeHash(peaks.pop()!, node, hash)
  peaks.push(node)
  return { size: tree.size + 1, peaks }
}

export function treeRoot(tree: Tree, hash?: Sha256): Uint8Array {
  if (tree.size === 0) return sha256(new Uint8Array(0))
  return tree.peaks.reduceRight((right, left) => nodeHash(left, right, hash))
}

export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  return treeRoot(leaves.reduce<Tree>((tree, leaf) => appendLeaf(tree, leaf), emptyTree))
}

/** The hashes beside the way from one leaf up to the root, lowest first. */
export function inclusionProof(leaves: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= leaves.length) throw new RangeError(`no leaf ${index}`)
  if (leaves.length === 1) return []
  const split = largestPowerBelow(leaves.length)
  return index < split
    ? [...inclusionProof(leaves.slice(0, split), index), merkleRoot(leaves.slice(split))]
    : [...inclusionProof(leaves.slice(split), index - split), merkleRoot(leaves.slice(0, split))]
}

export type Inclusion = {
  readonly leaf: Uint8Array
  readonly index: number
  readonly size: number
  readonly proof: readonly Uint8Array[]
}

/** The root that a proof leads to, or null when the proof has the wrong length for its place in the tree. */
export function rootOfProof({ leaf, index, size, proof }: Inclusion): Uint8Array | null {
  if (!Number.isInteger(index) || index < 0 || index >= size) return null
  if (size === 1) return proof.length === 0 ? leaf : null
  const sibling = proof.at(-1)
  if (!sibling) return null
  const split = largestPowerBelow(size)
  const rest = proof.slice(0, -1)
  if (index < split) {
    const left = rootOfProof({ leaf, index, size: split, proof: rest })
    return left && nodeHash(left, sibling)
  }
  const right = rootOfProof({ leaf, index: index - split, size: size - split, proof: rest })
  return right && nodeHash(sibling, right)
}

function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
