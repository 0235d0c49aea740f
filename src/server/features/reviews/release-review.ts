import { sql } from 'kysely'
import { releaseRefusal } from '#core/reviews/review'
import { recordAction } from '../../services/actions/record-action.ts'
import { type DecidingDesk, type ReviewTable, lockReview } from './lock-review.ts'

/** Gives a case back that this operator has in hand: it is free from that moment on, not only when the time is over. */
export async function releaseReview<T extends ReviewTable>(desk: DecidingDesk<T>, table: T): Promise<void> {
  const { tx, nowMs, caller, input } = desk
  const review = await lockReview(desk, table)
  const refusal = releaseRefusal(review, { operatorId: caller.operatorId, nowMs })
  if (refusal) return desk.refuse(refusal as 'review_not_taken')
  await sql`update ${sql.table(table)} set taken_by = null, taken_until = null where id = ${input.id}`.execute(tx)
  await recordAction(desk, `${table}s.review`, {
    subject: `player:${review.playerId}`,
    before: { [table]: input.id, takenBy: caller.operatorId },
    after: { [table]: input.id, takenBy: null },
  })
}
