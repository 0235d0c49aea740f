import { bytesToHex } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { leafOf, parentOf, sumLevels, sumPath } from '#core/fairness/liabilities/sum-tree'
import { pathSteps } from './path-steps.ts'

const leaves = Array.from({ length: 13 }, (_, at) => leafOf(new Uint8Array(32).fill(at), 100 + at))
const levels = sumLevels(leaves)
const total = levels.at(-1)![0]!

test('the way of every part is drawn as it is hashed, and ends at the total', () => {
  for (const [index, leaf] of leaves.entries()) {
    const nodes = sumPath(levels, index)
    const path = nodes.map(({ hash, sum }) => ({ hash: bytesToHex(hash), sum }))
    const steps = pathSteps({ amount: leaf.sum, index, path }, leaves.length)
    expect(steps.at(-1)!.sum).toBe(total.sum)
    const root = nodes.reduce(
      (own, beside, at) => (steps[at]!.isLeft ? parentOf(beside, own) : parentOf(own, beside)),
      leaf,
    )
    expect(root).toEqual(total)
  }
})
