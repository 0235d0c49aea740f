import type { PathFile } from '#core/fairness/liabilities/path-file'
import { leftInProof } from '../../../state/public-log.ts'

/** One step up: what stands beside the way and on which side, and what both make together. */
export type PathStep = {
  readonly beside: number
  readonly isLeft: boolean
  readonly sum: number
  readonly hash: string
}

/** The steps from a part up to the total; the tree has the shape of the public log's. */
export function pathSteps({ amount, index, path }: PathFile['parts'][number], leaves: number): PathStep[] {
  const isLeft = leftInProof(index ?? 0, leaves)
  let sum = amount
  return path.map(({ hash, sum: beside }, at) => {
    sum += beside
    return { beside, isLeft: isLeft[at] ?? false, sum, hash }
  })
}
