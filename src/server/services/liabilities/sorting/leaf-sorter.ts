import type { SumNode } from '#core/fairness/liabilities/sum-tree'
import type { Sha256 } from '#core/fairness/pack'
import { openLaneLeaves } from '../lanes/lane-leaves.ts'
import { openLaneRoot } from '../lanes/lane-nodes.ts'
import { nodeWords, writeBytes } from '../lanes/words.ts'
import { leafBytes, leavesInPiece } from '../leaves.ts'
import { bucketCount, openBuckets } from './buckets.ts'
import { inOrder } from './in-order.ts'
import type { OwedRows } from './owed-rows.ts'

/** A run of leaves in their order, in memory that the next piece uses again, and the node above them. */
export type Piece = { readonly leaves: Buffer; readonly root: SumNode }

type Sorting = { readonly path: string; readonly number: number; readonly seed: Uint8Array }

/** Makes leaves of what was read from the books and puts them in the order of their hashes, in memory that hardly grows with the players. */
export function openLeafSorter({ path, number, seed }: Sorting, rows: OwedRows, hash: Sha256) {
  const leaves = openBuckets(`${path}-leaves`)
  const words = new Int32Array(leaves.bytes.buffer)
  const makeLeaves = openLaneLeaves(seed, number, hash)
  const put = (leaf: Int32Array) => {
    const at = leaves.reserve(leaf[0]! >>> 24, leafBytes) / 4
    for (let word = 0; word < nodeWords; word++) words[at + word] = leaf[word]!
  }
  return {
    /** Makes the leaves, those of some players at a time. */
    *hash(): Generator<void> {
      for (let bucket = 0; bucket < bucketCount; bucket++) yield makeLeaves(rows.playersOf(bucket), put)
    },
    /** The pieces that become full by one more bucket, bucket by bucket; with the last bucket also the one that does not. */
    *pieces(): Generator<Iterable<Piece>> {
      const piece = openPiece()
      for (let bucket = 0; bucket < bucketCount; bucket++) yield piece.take(wordsIn(leaves.read(bucket)))
      yield piece.rest()
    },
    close: () => leaves.close(),
  }
}

const wordsIn = ({ buffer, byteOffset, length }: Uint8Array<ArrayBuffer>) =>
  new Int32Array(buffer, byteOffset, length / 4)

/** Fills pieces with leaves. */
function openPiece() {
  const words = new Int32Array(leavesInPiece * nodeWords)
  const bytes = Buffer.alloc(words.byteLength)
  const rootOf = openLaneRoot()
  let used = 0
  const made = (): Piece => {
    const leaves = bytes.subarray(0, 4 * used)
    writeBytes(words.subarray(0, used), leaves)
    const root = rootOf(words.subarray(0, used))
    used = 0
    return { leaves, root }
  }
  return {
    *take(leaves: Int32Array): Generator<Piece> {
      for (const place of inOrder(leaves)) {
        for (let word = 0; word < nodeWords; word++) words[used++] = leaves[place * nodeWords + word]!
        if (used === words.length) yield made()
      }
    },
    *rest(): Generator<Piece> {
      if (used > 0) yield made()
    },
  }
}
