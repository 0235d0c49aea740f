import { sql } from 'kysely'
import { reviewLeaseMs, takeRefusal } from '#core/reviews/review'
import { type LockedReview, type ReviewTable, type ReviewContext, lockReview } from './lock-review.ts'

type Taken = { readonly before: LockedReview; readonly takenUntilMs: number }

/** Leases a case to an operator, or refuses. */
export async function takeReview<T extends ReviewTable>(context: ReviewContext<T>, table: T): Promise<Taken> {
  const { tx, nowMs, caller, input, refuse } = context
  const { operatorId } = caller
  const before = await lockReview(context, table)
  const refusal = takeRefusal(before, { operatorId, nowMs })
  if (refusal) return refuse(refusal)
  const takenUntilMs = nowMs + reviewLeaseMs
  await sql`
    update ${sql.table(table)}
    set status = 'under_review', taken_by = ${operatorId}, taken_until = ${new Date(takenUntilMs)}
    where id = ${input.id}`.execute(tx)
  return { before, takenUntilMs }
}
