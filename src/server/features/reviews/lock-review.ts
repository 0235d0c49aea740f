import { sql } from 'kysely'
import { type Review, type ReviewStatus, decisionRefusal } from '#core/reviews/review'
import type { Tx } from '../../world/members/database.ts'
import { lockPlayer } from '../../services/people/find-player.ts'

/** The tables of cases that operators decide; each has the columns read here. */
export type ReviewTable = 'certification' | 'deposit' | 'withdrawal'

export type LockedReview = Review & { readonly playerId: string }

/** As much of a handler's context as a review needs, whichever case the call is about. */
export type Reviewing<T extends ReviewTable> = {
  readonly tx: Tx
  readonly nowMs: number
  readonly caller: { readonly operatorId: string }
  readonly input: { readonly id: string }
  refuse(code: `${T}_unknown` | 'already_decided' | 'review_taken'): never
}

/** The same where it is decided. */
export type DecidingDesk<T extends ReviewTable> = Reviewing<T> & { refuse(code: 'review_not_taken'): never }

type Row = { player_id: string; status: ReviewStatus; taken_by: string | null; taken_until: Date | null }

/** A case as the rules of review see it, locked until the commit: of decisions at once, the first is the one. */
export async function lockReview<T extends ReviewTable>(
  { tx, input, refuse }: Reviewing<T>,
  table: T,
): Promise<LockedReview> {
  const { rows } = await sql<Row>`
    select player_id, status, taken_by, taken_until from ${sql.table(table)} where id = ${input.id} for update`.execute(
    tx,
  )
  const [row] = rows
  if (!row) return refuse(`${table}_unknown`)
  return {
    playerId: row.player_id,
    status: row.status,
    takenBy: row.taken_by,
    takenUntilMs: row.taken_until?.getTime() ?? null,
  }
}

/**
 * A case that this operator may decide in this way, locked; refuses otherwise. The player is locked before the case, as
 * whoever asks for something locks them: what is added up of the player's afterwards includes every decision before this one.
 */
export async function lockForDecision<T extends ReviewTable>(
  desk: DecidingDesk<T>,
  table: T,
  move: 'pass' | 'reject',
): Promise<LockedReview> {
  const { rows } = await sql<Pick<Row, 'player_id'>>`
    select player_id from ${sql.table(table)} where id = ${desk.input.id}`.execute(desk.tx)
  if (rows[0]) await lockPlayer(desk.tx, rows[0].player_id)
  const review = await lockReview(desk, table)
  const refusal = decisionRefusal(review, { operatorId: desk.caller.operatorId, nowMs: desk.nowMs, move })
  return refusal ? desk.refuse(refusal as 'review_not_taken') : review
}
