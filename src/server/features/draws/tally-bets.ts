import { bytesToHex } from '@noble/hashes/utils.js'
import { type Tree, appendLeaf, emptyTree, treeRoot } from '#core/fairness/merkle'
import type { Queryable } from '../../world/members/database.ts'
import { sha256 } from '../../services/fairness/sha256.ts'
import { leavesOfPeriod } from '../bets/bets-of-period.ts'

export type BetTally = { readonly bets: number; readonly stakeTotal: number; readonly root: string }

/**
 * The number, total stake and Merkle root of a period's bets. They are final only under the lock that `shutPeriod`
 * takes.
 */
export async function tallyBets(db: Queryable, periodId: number): Promise<BetTally> {
  let tree: Tree = emptyTree
  let stakeTotal = 0n
  for await (const batch of leavesOfPeriod(db, periodId)) {
    for (const { leaf, stake } of batch) {
      tree = appendLeaf(tree, leaf, sha256)
      stakeTotal += BigInt(stake)
    }
  }
  return { bets: tree.size, stakeTotal: Number(stakeTotal), root: bytesToHex(treeRoot(tree)) }
}
