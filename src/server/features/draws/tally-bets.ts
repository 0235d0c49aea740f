import { sql } from 'kysely'
import { type Tree, appendLeaf, emptyTree, treeRoot } from '#core/fairness/merkle'
import type { Queryable } from '../../world/members/database.ts'
import type { BetTally, RunningBets } from '../../world/members/running-bets.ts'
import { sha256 } from '../../world/sha256.ts'
import { leavesOfPeriod } from '../bets/bets-of-period.ts'

type Counted = { readonly tree: Tree; readonly stakes: bigint }

const nothing: Counted = { tree: emptyTree, stakes: 0n }

/** More draws than are ever open at once; the oldest are forgotten. */
const draftsMost = 200

/**
 * A draw's bets are numbered without gaps in the order in which they are committed, so those of a tally stay the first of every later
 * one.
 */
export function openRunningBets(): RunningBets {
  const known = new Map<number, Counted>()
  return {
    tally: async (db, periodId) => {
      let counted = await count(db, periodId, known.get(periodId) ?? nothing)
      if (!(await isWhole(db, periodId, counted))) counted = await count(db, periodId, nothing)
      if (counted.tree.size >= (known.get(periodId)?.tree.size ?? 0)) known.set(periodId, counted)
      for (const oldest of known.keys()) if (known.size > draftsMost) known.delete(oldest)
      return toTally(counted)
    },
    forget: (periodId) => void known.delete(periodId),
  }
}

async function count(db: Queryable, periodId: number, from: Counted): Promise<Counted> {
  let { tree, stakes } = from
  for await (const batch of leavesOfPeriod(db, periodId, from.tree.size)) {
    for (const { leaf, stake } of batch) {
      tree = appendLeaf(tree, leaf, sha256)
      stakes += BigInt(stake)
    }
  }
  return { tree, stakes }
}

/** Whether the database has counted at least these bets, and with these stakes: it is what players were charged by. */
async function isWhole(db: Queryable, periodId: number, { tree, stakes }: Counted): Promise<boolean> {
  const { rows } = await sql<{ bets: number; stakes: bigint }>`
    select bets, stakes from betting where period_id = ${periodId}`.execute(db)
  const taken = rows[0] ?? { bets: 0, stakes: 0n }
  return taken.bets > tree.size ? taken.stakes > stakes : taken.bets === tree.size && taken.stakes === stakes
}

function toTally({ tree, stakes }: Counted): BetTally {
  return { bets: tree.size, stakeTotal: Number(stakes), root: Buffer.from(treeRoot(tree, sha256)) }
}
