import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import type { Kept } from './copying/write-build.ts'

/**
 * Makes sure that everything which paths need is there, in the transaction that logs the proof. The disk of another machine, which took
 * over meanwhile, may have less than was written down.
 */
export async function confirmBuild(tx: Tx, build: string, { kept, staked }: { kept: Kept; staked: bigint }) {
  const { rows } = await sql<{ pieces: bigint; total: bigint; staked: bigint }>`select
    (select count(*) from liability_piece where build = ${build}) as pieces,
    (select coalesce(sum(total), 0)::bigint from liability_piece where build = ${build}) as total,
    (select coalesce(sum(stakes), 0)::bigint from liability_stake where build = ${build}) as staked`.execute(tx)
  const found = rows[0]!
  if (Number(found.pieces) !== kept.pieces || Number(found.total) !== kept.root.sum || found.staked !== staked)
    throw new Error('the database has lost a part of what was written for the proof')
}

/** Removes what a failed attempt left. */
export async function dropBuild({ db }: App, build: string): Promise<void> {
  await db.query.deleteFrom('liability_piece').where('build', '=', build).execute()
  await db.query.deleteFrom('liability_stake').where('build', '=', build).execute()
}
