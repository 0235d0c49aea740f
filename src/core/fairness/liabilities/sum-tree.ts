import { sha256 } from '@noble/hashes/sha2.js'
import type { Sha256 } from '../pack.ts'

/**
 * A node of the tree of sums: its hash, and the cents of all leaves below it. The tree has the shape of RFC 6962, so an odd number
 * of leaves needs no filling: the left side is always the largest complete tree that leaves something for the right one.
 */
export type SumNode = { readonly hash: Uint8Array; readonly sum: number }

/** Kept as the roots of its complete subtrees, largest first, like `Tree` of the public log. */
export type SumTree = { readonly size: number; readonly peaks: readonly SumNode[] }

export const emptySumTree: SumTree = { size: 0, peaks: [] }

// Filled anew for every hash: a million leaves need four million of these inputs.
const leafInput = new Uint8Array(41)
const nodeInput = new Uint8Array(81).fill(1, 0, 1)

/** `H(00 ‖ id ‖ amount)`. Throws on an amount that is negative, no whole number or too large to be exact. */
export function leafOf(id: Uint8Array, amount: number, hash: Sha256 = sha256): SumNode {
  leafInput.set(id, 1)
  writeSum(leafInput, amount, 33)
  return { hash: hash(leafInput), sum: amount }
}

/**
 * `H(01 ‖ left hash ‖ left sum ‖ right hash ‖ right sum)`. Both sums are in the hash: with their total alone, a house could show
 * each player another division of a total that is too small.
 */
export function parentOf(left: SumNode, right: SumNode, hash: Sha256 = sha256): SumNode {
  const sum = left.sum + right.sum
  if (!isSum(sum)) throw new RangeError(`the sum is too large: ${sum}`)
  nodeInput.set(left.hash, 1)
  writeSum(nodeInput, left.sum, 33)
  nodeInput.set(right.hash, 41)
  writeSum(nodeInput, right.sum, 73)
  return { hash: hash(nodeInput), sum }
}

/** Cents that JSON can carry exactly; nothing negative. */
export function isSum(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

function writeSum(bytes: Uint8Array, sum: number, at: number): void {
  if (!isSum(sum)) throw new RangeError(`not an amount in cents: ${sum}`)
  const high = Math.floor(sum / 2 ** 32)
  for (let place = 0; place < 4; place++) {
    bytes[at + place] = high >>> (24 - 8 * place)
    bytes[at + 4 + place] = sum >>> (24 - 8 * place)
  }
}

export function appendNode(tree: SumTree, leaf: SumNode, hash?: Sha256): SumTree {
  const peaks = [...tree.peaks]
  let node = leaf
  for (let size = tree.size; size % 2 === 1; size = (size - 1) / 2) node = parentOf(peaks.pop()!, node, hash)
  peaks.push(node)
  return { size: tree.size + 1, peaks }
}

export function sumRoot(tree: SumTree, hash?: Sha256): SumNode {
  if (tree.size === 0) return { hash: sha256(new Uint8Array(0)), sum: 0 }
  return tree.peaks.reduceRight((right, left) => parentOf(left, right, hash))
}

/** All levels of a tree, the leaves first. A node without another beside it stands in the next level as it is. */
export function sumLevels(nodes: readonly SumNode[], hash?: Sha256): SumNode[][] {
  const levels = [[...nodes]]
  for (let level = levels[0]!; level.length > 1; levels.push(level)) {
    const lower = level
    level = Array.from({ length: Math.ceil(lower.length / 2) }, (_, at) => {
      const [left, right] = [lower[2 * at]!, lower[2 * at + 1]]
      return right ? parentOf(left, right, hash) : left
    })
  }
  return levels
}

/** The nodes beside the way from a leaf up to the root, lowest first. */
export function sumPath(levels: readonly (readonly SumNode[])[], index: number): SumNode[] {
  if (!levels[0]?.[index]) throw new RangeError(`no leaf ${index}`)
  return levels.map((level, height) => level[Math.floor(index / 2 ** height) ^ 1]).filter((node) => node !== undefined)
}

export type SumInclusion = {
  readonly leaf: SumNode
  readonly index: number
  readonly size: number
  readonly path: readonly SumNode[]
}

/** The root that a path leads to; null where it has the wrong length for its place, or a sum that cannot be. */
export function rootOfPath({ leaf, index, size, path }: SumInclusion): SumNode | null {
  if (!Number.isInteger(index) || index < 0 || index >= size || !isSum(leaf.sum)) return null
  if (size === 1) return path.length === 0 ? leaf : null
  const beside = path.at(-1)
  if (!beside || !isSum(beside.sum)) return null
  const split = largestPowerBelow(size)
  const rest = path.slice(0, -1)
  const isLeft = index < split
  const own = rootOfPath({
    leaf,
    index: isLeft ? index : index - split,
    size: isLeft ? split : size - split,
    path: rest,
  })
  if (!own || !isSum(own.sum + beside.sum)) return null
  return isLeft ? parentOf(own, beside) : parentOf(beside, own)
}

function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
