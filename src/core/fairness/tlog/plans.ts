// Proofs over a tree of which only some nodes are at hand: which nodes a proof takes, and how they are put together.

/** The root of the 2^level leaves from index × 2^level on: the same in every tree that has them. */
export type Node = { readonly level: number; readonly index: number }

/** Leaves from the first to before the last: one hash of a proof, though it may take several nodes. */
type Range = readonly [from: number, to: number]

export type Hash = (left: Uint8Array, right: Uint8Array) => Uint8Array

/** Hands over nodes in the order in which they are wanted. */
export type ReadNodes = (wanted: readonly Node[]) => readonly Uint8Array[]

/** The nodes of which a tree's root is made, the largest first. */
export const rootNodes = (size: number): Node[] => nodesOf([0, size])

/** The complete subtrees of a range that begins where a tree of its size may, largest first. */
function nodesOf([from, to]: Range): Node[] {
  const nodes: Node[] = []
  for (let at = from; at < to;) {
    let level = 0
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= to) level++
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** What has to be read for a proof, and how to make the proof of it. */
export type Plan = { readonly nodes: readonly Node[]; build(read: readonly Uint8Array[], hash: Hash): Uint8Array[] }

function planOf(ranges: readonly Range[]): Plan {
  const parts = ranges.map(nodesOf)
  return {
    nodes: parts.flat(),
    build: (read, hash) => {
      let at = 0
      return parts.map(({ length }) => foldNodes(read.slice(at, (at += length)), hash))
    },
  }
}

/** The root over nodes that stand side by side, largest first. */
export function foldNodes(nodes: readonly Uint8Array[], hash: Hash): Uint8Array {
  return nodes.reduceRight((right, left) => hash(left, right))
}

/** That the leaf with this index is in the tree; lowest hash first. */
export function inclusionPlan(index: number, size: number): Plan {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) throw new RangeError(`no leaf ${index}`)
  const ranges: Range[] = []
  for (let [from, to] = [0, size]; to - from > 1;) {
    const middle = from + largestPowerBelow(to - from)
    if (index < middle) [ranges[ranges.length], to] = [[middle, to], middle]
    else [ranges[ranges.length], from] = [[from, middle], middle]
  }
  return planOf(ranges.toReversed())
}

/** That a tree begins with all of an older one. */
export function consistencyPlan(old: number, size: number): Plan {
  if (!Number.isSafeInteger(old) || old < 0 || old > size) throw new RangeError(`no older tree of ${old}`)
  if (old === 0 || old === size) return planOf([])
  const ranges: Range[] = []
  let [from, to] = [0, size]
  while (old < to) {
    const middle = from + largestPowerBelow(to - from)
    if (old <= middle) [ranges[ranges.length], to] = [[middle, to], middle]
    else [ranges[ranges.length], from] = [[from, middle], middle]
  }
  // Where the older tree is a complete subtree of the new one, whoever checks has its root already.
  if (from > 0) ranges.push([from, to])
  return planOf(ranges.toReversed())
}

function largestPowerBelow(size: number): number {
  let power = 1
  while (power * 2 < size) power *= 2
  return power
}
