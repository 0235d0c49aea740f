import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { type Sha256, isHex } from '../pack.ts'
import { type SumNode, type SumTree, appendNode, emptySumTree, isSum, sumRoot } from './sum-tree.ts'

// The published list: a line for each leaf, its hash and its cents. It is in the order of the hashes, which nobody can choose and
// everybody can check, and in which no leaf can stand twice.

export function leafLine({ hash, sum }: SumNode): string {
  return `${bytesToHex(hash)} ${sum}\n`
}

export type ListProblem = 'line-malformed' | 'list-out-of-order' | 'sum-too-large'

/** Adds up a list line by line; after a problem nothing more is read. */
export function openLeafList(hash?: Sha256) {
  let tree: SumTree = emptySumTree
  let last = ''
  let problem: { readonly code: ListProblem; readonly line: number } | null = null
  const refuse = (code: ListProblem) => void (problem = { code, line: tree.size + 1 })
  return {
    /** Takes a line without its line feed. */
    add(line: string): void {
      if (problem) return
      const leaf = parseLine(line)
      if (!leaf) return refuse('line-malformed')
      const shown = line.slice(0, 64)
      if (shown <= last) return refuse('list-out-of-order')
      if (!isSum(leaf.sum + tree.peaks.reduce((total, { sum }) => total + sum, 0))) return refuse('sum-too-large')
      last = shown
      tree = appendNode(tree, leaf, hash)
    },
    result: () => ({ problem, leaves: tree.size, root: sumRoot(tree, hash) }),
  }
}

function parseLine(line: string): SumNode | null {
  const [shown, amount, ...more] = line.split(' ')
  if (!isHex(shown, 32) || more.length > 0 || !/^(0|[1-9][0-9]{0,15})$/.test(amount ?? '')) return null
  const sum = Number(amount)
  return isSum(sum) ? { hash: hexToBytes(shown), sum } : null
}
