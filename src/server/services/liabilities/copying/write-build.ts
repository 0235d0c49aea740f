import type { Client } from 'pg'
import type { SumNode } from '#core/fairness/liabilities/sum-tree'
import { leafBytes, openPieceTree } from '../leaves.ts'
import type { Piece } from '../sorting/leaf-sorter.ts'
import type { Stakes } from '../sorting/stake-file.ts'

/** Names the rows that belong together. */
export type Build = { readonly build: string; readonly at: Date }

/** What was written down: the root over all pieces, and how many leaves and pieces there are. */
export type Kept = { readonly root: SumNode; readonly leaves: number; readonly pieces: number }

/** Writes some stakes down. */
export async function keepStakes(writer: Client, { build, at }: Build, { accounts, amounts }: Stakes): Promise<void> {
  await writer.query({
    name: 'stakes',
    text: `insert into liability_stake (build, account_id, at, stakes)
      select $1, account_id, $2, stakes from unnest($3::bigint[], $4::bigint[]) as staked (account_id, stakes)`,
    values: [build, at, accounts, amounts],
  })
}

/** Writes pieces down as they come, each in a commit of its own: a long transaction would keep the ledger from being sealed. */
export function openPieceKeeper(writer: Client, { build, at }: Build) {
  const tree = openPieceTree()
  let [pieces, leaves] = [0, 0]
  return {
    async keep({ leaves: bytes, root }: Piece): Promise<void> {
      await writer.query({
        name: 'piece',
        text: `insert into liability_piece (build, place, at, first_leaf, leaves, root, total)
          values ($1, $2, $3, $4, $5, $6, $7)`,
        values: [build, pieces++, at, bytes.subarray(0, 32), bytes, Buffer.from(root.hash), root.sum],
      })
      tree.add(root)
      leaves += bytes.length / leafBytes
    },
    kept: (): Kept => ({ root: tree.root(), leaves, pieces }),
  }
}
