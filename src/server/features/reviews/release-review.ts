import { sql } from 'kysely'
import { releaseRefusal } from '#core/reviews/review'
import { recordAction } from '../../services/actions/record-action.ts'
import { type DecisionContext, type ReviewTable, lockReview } from './lock-review.ts'

/** Ends this operator's lease on a case, so that it is free at once and not only when the lease expires. */
export async function releaseReview<T extends ReviewTable>(context: DecisionContext<T>, table: T): Promise<void> {
  const { tx, nowMs, caller, input } = context
  const review = await lockReview(context, table)
  const refusal = releaseRefusal(review, { operatorId: caller.operatorId, nowMs })
  if (refusal) return context.refuse(refusal as 'review_not_taken')
  await sql`update ${sql.table(table)} set taken_by = null, taken_until = null where id = ${input.id}`.execute(tx)
  await recordAction(context, `${table}s.review`, {
    subject: `player:${review.playerId}`,
    before: { [table]: input.id, takenBy: caller.operatorId },
    after: { [table]: input.id, takenBy: null },
  })
}
