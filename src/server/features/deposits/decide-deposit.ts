import { agreeDeposit, passDeposit, rejectDeposit } from '#contract/console/deposits'
import type { Texts } from '#contract/texts'
import { depositPassed, shortfallRepaid } from '#core/ledger/cash'
import { type Cents, formatCents, storedCents, subtractCents, zeroCents } from '#core/money/cents'
import { secondPersonRefusal } from '#core/reviews/review'
import type { DepositCurrency, DepositReason } from '#core/rules/money/deposit'
import { isConfirmed } from '#core/rules/session'
import { namesDestination } from '#core/service/message-text'
import { type Context, handle } from '../../services/calls/handle.ts'
import { derivedId } from '../../services/ledger/derived-id.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { post } from '../../services/ledger/post.ts'
import { notifyPlayer } from '../../services/mails/notify-player.ts'
import { lockForDecision, refuseOwnCase } from '../reviews/lock-review.ts'
import {
  closeMoneyReview,
  decidedBy,
  lockAgreeingOperator,
  noteAgreement,
  rejectedBy,
} from '../reviews/money-review.ts'
import { depositNeedsTwo } from './take-deposit.ts'

/** The first of two reviewers agrees. The case is released, so that the second can take it. */
export const agreeDepositHandler = handle(agreeDeposit, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  if (input.received <= 0n) return refuse('amount_abnormal', { field: 'received' })
  await lockAgreeingOperator(context, 'deposit')
  const { playerId } = await lockForDecision(context, 'deposit', 'pass')
  await refuseOwnCase(context, playerId)
  await tx
    .updateTable('deposit')
    .set({
      agreed_by: caller.operatorId,
      agreed_at: new Date(nowMs),
      agreed_received: input.received,
      taken_by: null,
      taken_until: null,
    })
    .where('id', '=', input.id)
    .execute()
  await noteAgreement(context, 'deposit', { playerId, after: { agreed: formatCents(input.received) } })
  return { status: 'under_review' as const }
})

export const passDepositHandler = handle(passDeposit, async (context) => {
  const { input, caller, tx, nowMs, publish, refuse } = context
  const { received } = input
  if (received <= 0n) return refuse('amount_abnormal', { field: 'received' })
  const review = await lockForDecision(context, 'deposit', 'pass')
  const { playerId } = review
  await refuseOwnCase(context, playerId)
  const row = await tx.selectFrom('deposit').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
  const needsTwo = await depositNeedsTwo(tx, { playerId, amount: received, nowMs })
  const missing = needsTwo ? secondPersonRefusal(row.agreed_by, caller.operatorId) : null
  if (missing) return refuse(missing)
  if (needsTwo && !isConfirmed('operator', caller, nowMs)) return refuse('confirm_again')
  // Two reviewers who saw different amounts arrive must resolve that first, whatever the threshold.
  if (row.agreed_received !== null && row.agreed_received !== received) return refuse('amounts_differ')
  await tx
    .updateTable('deposit')
    .set({ status: 'passed', received, needs_two: needsTwo, ...decidedBy(context) })
    .where('id', '=', input.id)
    .execute()
  const postings = depositPassed(playerId, row.currency as DepositCurrency, received)
  await post(tx, { id: input.id, kind: 'deposit_passed', postings, atMs: nowMs })
  const { repaid, stillOwed } = await repayShortfall(context, { playerId, received })
  await closeMoneyReview(context, 'deposit', { step: 'passed', review, after: { received: formatCents(received) } })
  publish({ audience: `player:${playerId}`, kind: 'balance.changed', body: {} })
  const facts = { amount: formatCents(storedCents(row.amount)), received: formatCents(received) }
  const credited = subtractCents(received, repaid)
  const repaidFacts = { repaid: formatCents(repaid), credited: formatCents(credited), owed: formatCents(stillOwed) }
  await notifyPlayer(context, repaid > 0n ? 'deposit_passed_owing' : 'deposit_passed', {
    playerId,
    facts: () => (repaid > 0n ? { ...facts, ...repaidFacts } : facts),
  })
  return { status: 'passed' as const }
})

/** The received amount first pays back the shortfall; returns how much of it did, and what is owed then. The account stays restricted until risk has looked at it. */
async function repayShortfall(
  { tx, input, nowMs }: Context<typeof passDeposit, undefined>,
  { playerId, received }: { playerId: string; received: Cents },
): Promise<{ repaid: Cents; stillOwed: Cents }> {
  const owed = await owedBy(tx, playerId)
  if (owed === 0n) return { repaid: zeroCents, stillOwed: zeroCents }
  const repaid = owed < received ? owed : received
  const postings = shortfallRepaid(playerId, repaid)
  await post(tx, { id: derivedId(input.id, 'repaid'), kind: 'shortfall_repaid', postings, atMs: nowMs })
  return { repaid, stillOwed: subtractCents(owed, repaid) }
}

export const rejectDepositHandler = handle(rejectDeposit, async (context) => {
  const { input, tx, refuse } = context
  const { reason, text = null } = input
  if (text !== null && namesDestination(text)) return refuse('destination_in_text', { field: 'text' })
  const review = await lockForDecision(context, 'deposit', 'reject')
  const { amount } = await tx
    .updateTable('deposit')
    .set(rejectedBy(context, { reason, text }))
    .where('id', '=', input.id)
    .returning('amount')
    .executeTakeFirstOrThrow()
  const because = [reason, text].filter(Boolean).join(': ')
  await closeMoneyReview(context, 'deposit', { step: 'rejected', review, reason: because })
  await notifyPlayer(context, 'deposit_rejected', {
    playerId: review.playerId,
    facts: (words) => ({
      amount: formatCents(storedCents(amount)),
      reason: reasonInWords(words, reason, text),
    }),
  })
  return { status: 'rejected' as const }
})

function reasonInWords(words: Texts, reason: DepositReason, text: string | null): string {
  return [reason === 'other' ? null : words.deposit_reason[reason], text].filter(Boolean).join('\n')
}
