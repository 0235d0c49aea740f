import { sql } from 'kysely'
import type { Review, ReviewStatus } from '#core/reviews/review'
import type { Tx } from '../../db/database.ts'

/** The tables of cases that operators decide; each has the columns read here. */
export type ReviewTable = 'certification' | 'deposit' | 'withdrawal'

export type LockedReview = Review & { readonly playerId: string }

type Row = { player_id: string; status: ReviewStatus; taken_by: string | null; taken_until: Date | null }

/** A case as the rules of review see it, locked until the commit: of decisions at once, the first is the one. */
export async function lockReview(tx: Tx, table: ReviewTable, id: string): Promise<LockedReview | null> {
  const { rows } = await sql<Row>`
    select player_id, status, taken_by, taken_until from ${sql.table(table)} where id = ${id} for update`.execute(tx)
  const [row] = rows
  if (!row) return null
  return {
    playerId: row.player_id,
    status: row.status,
    takenBy: row.taken_by,
    takenUntilMs: row.taken_until?.getTime() ?? null,
  }
}
