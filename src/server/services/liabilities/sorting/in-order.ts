import { hashWords, nodeWords } from '../lanes/words.ts'

/** The bits of a number that are exact. */
const exactBits = 53
/** Of a hash: the three bytes of its first word that differ within a bucket, and three more. */
const headBits = 48

/**
 * Gives the order of leaves that begin with the same byte, by their hashes. Numbers are sorted ten times as fast as anything that has to be
 * compared by a function, so the first bits of each hash and the place of its leaf are sorted as one number.
 */
export function inOrder(leaves: Int32Array): Uint32Array {
  const count = leaves.length / nodeWords
  const placeBits = Math.max(exactBits - headBits, Math.ceil(Math.log2(count + 1)))
  const [places, left] = [2 ** placeBits, 2 ** (headBits + placeBits - exactBits)]
  const keys = new Float64Array(count)
  for (let at = 0; at < count; at++) {
    const head = (leaves[at * nodeWords]! & 0xff_ff_ff) * 2 ** 24 + (leaves[at * nodeWords + 1]! >>> 8)
    keys[at] = Math.floor(head / left) * places + at
  }
  keys.sort()
  const order = new Uint32Array(count)
  for (let at = 0; at < count; at++) order[at] = keys[at]! % places
  settleTies(leaves, order)
  return order
}

/** Hashes whose first bits are the same are next to each other; now and then two of them are the wrong way round. */
function settleTies(leaves: Int32Array, order: Uint32Array): void {
  for (let from = 1; from < order.length; from++)
    for (let at = from; at > 0 && compare(leaves, order[at - 1]!, order[at]!) > 0; at--)
      [order[at - 1], order[at]] = [order[at]!, order[at - 1]!]
}

function compare(leaves: Int32Array, one: number, other: number): number {
  for (let word = 0; word < hashWords; word++) {
    const difference = (leaves[one * nodeWords + word]! >>> 0) - (leaves[other * nodeWords + word]! >>> 0)
    if (difference !== 0) return difference
  }
  return 0
}
