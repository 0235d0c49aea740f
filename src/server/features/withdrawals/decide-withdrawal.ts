import { agreeWithdrawal, passWithdrawal, rejectWithdrawal } from '#contract/console/withdrawals'
import type { Facts } from '#contract/refusals'
import type { Texts } from '#contract/texts'
import { withdrawalPassed, withdrawalRejected } from '#core/ledger/cash'
import { formatCents, storedCents } from '#core/money/cents'
import { secondPersonRefusal } from '#core/reviews/review'
import type { WithdrawalReason } from '#core/rules/money/withdrawal'
import { isConfirmed } from '#core/rules/session'
import { namesDestination } from '#core/service/message-text'
import type { BeaconWatch } from '../../world/members/beacon.ts'
import type { Tx } from '../../world/members/database.ts'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { handle } from '../../services/calls/handle.ts'
import { derivedId } from '../../services/ledger/derived-id.ts'
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
import { holdOf } from '../signals/holds.ts'
import { walletKindOf } from '../wallets/queries.ts'

/** The first of two reviewers agrees. The case is released, so that the second can take it, pay and pass it. */
export const agreeWithdrawalHandler = handle(agreeWithdrawal, async (context) => {
  const { input, caller, tx, nowMs } = context
  await lockAgreeingOperator(context, 'withdrawal')
  const { playerId } = await lockForDecision(context, 'withdrawal', 'pass')
  await refuseOwnCase(context, playerId)
  await refuseWhileHeld(context)
  await tx
    .updateTable('withdrawal')
    .set({ agreed_by: caller.operatorId, agreed_at: new Date(nowMs), taken_by: null, taken_until: null })
    .where('id', '=', input.id)
    .execute()
  await noteAgreement(context, 'withdrawal', { playerId, after: { agreed: true } })
  return { status: 'under_review' as const }
})

export const passWithdrawalHandler = handle(passWithdrawal, async (context) => {
  const { input, caller, tx, nowMs, publish, refuse } = context
  const { payoutReference } = input
  const review = await lockForDecision(context, 'withdrawal', 'pass')
  const { playerId } = review
  await refuseOwnCase(context, playerId)
  await refuseWhileHeld(context)
  const row = await tx
    .selectFrom('withdrawal as w')
    .innerJoin('wallet', 'wallet.id', 'w.wallet_id')
    .select(['w.amount', 'w.fee', 'w.needs_two', 'w.agreed_by', 'wallet.kind'])
    .where('w.id', '=', input.id)
    .executeTakeFirstOrThrow()
  const missing = row.needs_two ? secondPersonRefusal(row.agreed_by, caller.operatorId) : null
  if (missing) return refuse(missing)
  if (row.needs_two && !isConfirmed('operator', caller, nowMs)) return refuse('confirm_again')
  await tx
    .updateTable('withdrawal')
    .set({ status: 'passed', payout_reference: payoutReference, ...decidedBy(context) })
    .where('id', '=', input.id)
    .execute()
  const [fee, actual] = [storedCents(row.fee), storedCents(row.amount - row.fee)]
  const postings = withdrawalPassed(playerId, walletKindOf(row), { fee, actual })
  // Passing and rejecting post under the same id, so that only one of them can ever happen.
  await post(tx, { id: derivedId(input.id, 'settled'), kind: 'withdrawal_passed', postings, atMs: nowMs })
  publish({ audience: `player:${playerId}`, kind: 'balance.changed', body: {} })
  await closeMoneyReview(context, 'withdrawal', { step: 'passed', review })
  const facts = {
    amount: formatCents(storedCents(row.amount)),
    fee: formatCents(fee),
    actual: formatCents(actual),
    reference: payoutReference,
  }
  await notifyPlayer(context, 'withdrawal_passed', { playerId, facts: () => facts })
  return { status: 'passed' as const }
})

/** The money returns in the same transaction as the rejection, so there is no moment in which it is nowhere. */
export const rejectWithdrawalHandler = handle(rejectWithdrawal, async (context) => {
  const { input, tx, nowMs, publish, refuse } = context
  const { reason, text } = input
  if (namesDestination(text)) return refuse('destination_in_text', { field: 'text' })
  const review = await lockForDecision(context, 'withdrawal', 'reject')
  const { playerId } = review
  const row = await tx
    .updateTable('withdrawal')
    .set(rejectedBy(context, { reason, text }))
    .where('id', '=', input.id)
    .returning('amount')
    .executeTakeFirstOrThrow()
  const amount = storedCents(row.amount)
  const postings = withdrawalRejected(playerId, amount)
  await post(tx, { id: derivedId(input.id, 'settled'), kind: 'withdrawal_rejected', postings, atMs: nowMs })
  publish({ audience: `player:${playerId}`, kind: 'balance.changed', body: {} })
  await closeMoneyReview(context, 'withdrawal', { step: 'rejected', review, reason: `${reason}: ${text}` })
  await notifyPlayer(context, 'withdrawal_rejected', {
    playerId,
    facts: (words) => ({ amount: formatCents(amount), reason: reasonInWords(words, reason, text) }),
  })
  return { status: 'rejected' as const }
})

type Paying = {
  readonly tx: Tx
  readonly nowMs: number
  readonly beacon: BeaconWatch
  readonly input: { readonly id: string }
  refuse(code: 'withdrawal_on_hold', facts: Facts): never
}

/**
 * Asked once the withdrawal is locked, so that a hold that is placed at the same moment is either seen or comes too late. Nothing is placed
 * while no round confirms the clock, and by a clock that is ahead every hold would be over.
 */
async function refuseWhileHeld({ tx, nowMs, beacon, input, refuse }: Paying): Promise<void> {
  requireConfirmedClock(beacon)
  const hold = await holdOf(tx, input.id, nowMs)
  if (hold)
    refuse('withdrawal_on_hold', { case: hold.number, hours: String(Math.ceil((hold.until - nowMs) / 3_600_000)) })
}

function reasonInWords(words: Texts, reason: WithdrawalReason, text: string): string {
  return reason === 'other' ? text : `${words.withdrawal_reason[reason]}\n${text}`
}
