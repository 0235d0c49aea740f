import { type SumNode, type SumTree, appendNode, emptySumTree, sumRoot } from '#core/fairness/liabilities/sum-tree'
import { sha256 } from '../../world/sha256.ts'

export const leafBytes = 40
/** A power of two, so that a piece is a subtree of the whole; few enough that showing a path hashes for a millisecond. */
export const leavesInPiece = 1_024

/** The leaves of a piece as it is kept. */
export function readLeaves(bytes: Buffer): SumNode[] {
  return Array.from({ length: bytes.length / leafBytes }, (_, at) => ({
    hash: bytes.subarray(at * leafBytes, at * leafBytes + 32),
    sum: bytes.readUInt32BE(at * leafBytes + 32) * 2 ** 32 + bytes.readUInt32BE(at * leafBytes + 36),
  }))
}

/** Puts the nodes above pieces together. All pieces but the last are full, so the tree above them has the shape of the whole. */
export function openPieceTree() {
  let tree: SumTree = emptySumTree
  return { add: (root: SumNode) => void (tree = appendNode(tree, root, sha256)), root: () => sumRoot(tree, sha256) }
}
