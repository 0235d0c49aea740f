import { type SumNode, isSum } from '#core/fairness/liabilities/sum-tree'
import { lanes, openLanes } from './sha256-lanes.ts'
import { bytesOf, sumAt, endLane, hashWords, highWord, markBehindByte, nodeWords } from './words.ts'

const blockWords = 16
const nodeLength = 81

/** Gives the root of the tree over leaves, as `sumLevels` of `core` does. The words of the leaves are overwritten. */
export function openLaneRoot(): (nodes: Int32Array) => SumNode {
  const { block, state, begin, take } = openLanes()
  const sums = new Float64Array(lanes)
  /** Makes the parents of up to four pairs that stand side by side, the first of them at `from`; they take the place of the first ones. */
  const parents = (nodes: Int32Array, from: number, pairs: number) => {
    for (let lane = 0; lane < pairs; lane++) {
      const at = 2 * (from + lane) * nodeWords
      sums[lane] = sumAt(nodes, at + hashWords) + sumAt(nodes, at + nodeWords + hashWords)
      if (!isSum(sums[lane]!)) throw new RangeError(`the sum is too large: ${sums[lane]}`)
      // The nodes stand behind one byte, so each word of the block holds bytes of two of theirs.
      block[lane] = (1 << 24) | (nodes[at]! >>> 8)
      for (let word = 1; word < blockWords; word++)
        block[lanes * word + lane] = (nodes[at + word - 1]! << 24) | (nodes[at + word]! >>> 8)
    }
    begin()
    take()
    for (let lane = 0; lane < pairs; lane++) {
      const at = 2 * (from + lane) * nodeWords + blockWords
      const left = 2 * nodeWords - blockWords
      for (let word = 0; word < left; word++)
        block[lanes * word + lane] = (nodes[at + word - 1]! << 24) | (nodes[at + word]! >>> 8)
      block[lanes * left + lane] = (nodes[at + left - 1]! << 24) | markBehindByte
      endLane(block, lanes * left + lane, nodeLength)
    }
    take()
    for (let lane = 0; lane < pairs; lane++) {
      const at = (from + lane) * nodeWords
      for (let word = 0; word < hashWords; word++) nodes[at + word] = state[lanes * word + lane]!
      nodes[at + hashWords] = highWord(sums[lane]!)
      nodes[at + hashWords + 1] = sums[lane]!
    }
  }
  return (nodes) => {
    let count = nodes.length / nodeWords
    while (count > 1) {
      const pairs = Math.floor(count / 2)
      for (let from = 0; from < pairs; from += lanes) parents(nodes, from, Math.min(lanes, pairs - from))
      // A node without another beside it stands in the next level as it is.
      if (count % 2 === 1) nodes.copyWithin(pairs * nodeWords, (count - 1) * nodeWords, count * nodeWords)
      count = Math.ceil(count / 2)
    }
    return { hash: bytesOf(nodes.subarray(0, hashWords)), sum: sumAt(nodes, hashWords) }
  }
}
