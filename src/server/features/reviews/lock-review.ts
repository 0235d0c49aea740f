import { sql } from 'kysely'
import { type Review, type ReviewStatus, decisionRefusal } from '#core/reviews/review'
import type { Tx } from '../../world/members/database.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { isMailboxOf } from '../../services/people/mailbox.ts'

/** The tables of cases that operators review; each has the columns read here. */
export type ReviewTable = 'certification' | 'deposit' | 'withdrawal'

export type LockedReview = Review & { readonly playerId: string }

/** The part of a handler's context that a review needs, for any kind of case. */
export type ReviewContext<T extends ReviewTable> = {
  readonly tx: Tx
  readonly nowMs: number
  readonly caller: { readonly operatorId: string }
  readonly input: { readonly id: string }
  refuse(code: `${T}_unknown` | 'already_decided' | 'review_taken'): never
}

/** The same for a call that decides the case. */
export type DecisionContext<T extends ReviewTable> = ReviewContext<T> & { refuse(code: 'review_not_taken'): never }

type Row = { player_id: string; status: ReviewStatus; taken_by: string | null; taken_until: Date | null }

/** A case as the review rules see it, locked until the commit, so that the first of several decisions at once wins. */
export async function lockReview<T extends ReviewTable>(
  { tx, input, refuse }: ReviewContext<T>,
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
 * A locked case that this operator may decide in this way; refuses otherwise. The player is locked before the case, in
 * the same order as in the players' own requests: sums over the player's cases then include every earlier decision.
 */
export async function lockForDecision<T extends ReviewTable>(
  context: DecisionContext<T>,
  table: T,
  move: 'pass' | 'reject',
): Promise<LockedReview> {
  const { rows } = await sql<Pick<Row, 'player_id'>>`
    select player_id from ${sql.table(table)} where id = ${context.input.id}`.execute(context.tx)
  if (rows[0]) await lockPlayer(context.tx, rows[0].player_id)
  const review = await lockReview(context, table)
  const refusal = decisionRefusal(review, { operatorId: context.caller.operatorId, nowMs: context.nowMs, move })
  return refusal ? context.refuse(refusal as 'review_not_taken') : review
}

type Favour = Pick<ReviewContext<ReviewTable>, 'tx' | 'caller'> & { refuse(code: 'same_person'): never }

/**
 * Nobody agrees to or passes what they asked for as a player: with the same mailbox they are the same person, also where the account has
 * another address by now.
 */
export async function refuseOwnCase({ tx, caller, refuse }: Favour, ...playerIds: readonly string[]): Promise<void> {
  const { email } = await tx
    .selectFrom('operator')
    .select('email')
    .where('id', '=', caller.operatorId)
    .executeTakeFirstOrThrow()
  if (email === null) return
  const own = await tx
    .selectFrom('player')
    .select('id')
    .where('id', 'in', playerIds)
    .where(({ or, exists, selectFrom }) =>
      or([
        isMailboxOf(email, 'player.email'),
        exists(
          // By the mailbox: who was dismissed and joined again is another operator.
          selectFrom('own_player')
            .innerJoin('operator as owner', 'owner.id', 'own_player.operator_id')
            .select('owner.id')
            .whereRef('own_player.player_id', '=', 'player.id')
            .where(isMailboxOf(email, 'owner.email')),
        ),
      ]),
    )
    .executeTakeFirst()
  if (own) refuse('same_person')
}
