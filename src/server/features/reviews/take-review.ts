import { sql } from 'kysely'
import { reviewLeaseMs, takeRefusal } from '#core/reviews/review'
import type { Tx } from '../../db/database.ts'
import { type LockedReview, type ReviewTable, lockReview } from './lock-review.ts'

type Desk = { readonly tx: Tx; readonly nowMs: number; readonly caller: { readonly operatorId: string } }

type Taken =
  | { readonly refusal: 'already_decided' | 'review_taken' | 'unknown' }
  | { readonly refusal: null; readonly before: LockedReview; readonly takenUntilMs: number }

/** Gives a case to an operator for a while, or says why not. */
export async function takeReview({ tx, nowMs, caller }: Desk, table: ReviewTable, id: string): Promise<Taken> {
  const { operatorId } = caller
  const before = await lockReview(tx, table, id)
  if (!before) return { refusal: 'unknown' }
  const refusal = takeRefusal(before, { operatorId, nowMs })
  if (refusal) return { refusal }
  const takenUntilMs = nowMs + reviewLeaseMs
  await sql`
    update ${sql.table(table)}
    set status = 'under_review', taken_by = ${operatorId}, taken_until = ${new Date(takenUntilMs)}
    where id = ${id}`.execute(tx)
  return { refusal: null, before, takenUntilMs }
}
