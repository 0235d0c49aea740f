import { sql } from 'kysely'
import { handOverCertification, handOverDeposit, handOverWithdrawal } from '#contract/console/work/shifts'
import { releaseRefusal, reviewLeaseMs } from '#core/reviews/review'
import type { Tx } from '../../world/members/database.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { type DecisionContext, type ReviewTable, lockReview } from './lock-review.ts'

type Handing<T extends ReviewTable> = DecisionContext<T> & {
  readonly input: { readonly account: string; readonly note?: string | undefined }
  refuse(code: 'operator_unknown', facts?: { field: string }): never
}

/**
 * Gives a case that the caller has in hand to a colleague, on a new lease. Whoever agreed to it before stays the first
 * of two people, so a case never passes by going from hand to hand.
 */
async function handOver<T extends ReviewTable>(context: Handing<T>, table: T) {
  const { tx, nowMs, caller, input, refuse } = context
  const colleague = await reviewerBy(tx, table, input.account)
  if (!colleague || colleague.id === caller.operatorId) return refuse('operator_unknown', { field: 'account' })
  const review = await lockReview(context, table)
  const refusal = releaseRefusal(review, { operatorId: caller.operatorId, nowMs })
  if (refusal) return refuse(refusal as 'review_not_taken')
  const takenUntil = nowMs + reviewLeaseMs
  await sql`
    update ${sql.table(table)} set taken_by = ${colleague.id}, taken_until = ${new Date(takenUntil)}
    where id = ${input.id}`.execute(tx)
  const handed = { kind: table, case_id: input.id, handed_by: caller.operatorId, handed_to: colleague.id }
  await tx
    .insertInto('hand_over')
    .values({ ...handed, note: input.note || null, at: new Date(nowMs) })
    .execute()
  // The note stays out: the log outlives the account, and a note may be personal.
  await recordAction(context, `${table}s.review`, {
    subject: `player:${review.playerId}`,
    before: { [table]: input.id, takenBy: caller.operatorId },
    after: { [table]: input.id, takenBy: colleague.id, move: 'hand over' },
  })
  return { takenUntil }
}

/** A colleague who may decide such cases, locked before the case, in the same order as in a dismissal, which releases what they have. */
function reviewerBy(tx: Tx, table: ReviewTable, account: string) {
  return tx
    .selectFrom('operator')
    .select('id')
    .where('account', '=', account.trim().toLowerCase())
    .where('role', 'in', rolesWith(`${table}s.review`))
    .where('left_at', 'is', null)
    .forShare()
    .executeTakeFirst()
}

export const handOverCertificationHandler = handle(handOverCertification, (context) =>
  handOver(context, 'certification'),
)
export const handOverDepositHandler = handle(handOverDeposit, (context) => handOver(context, 'deposit'))
export const handOverWithdrawalHandler = handle(handOverWithdrawal, (context) => handOver(context, 'withdrawal'))
