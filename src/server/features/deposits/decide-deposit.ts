import { agreeDeposit, passDeposit, rejectDeposit } from '#contract/console/deposits'
import type { Texts } from '#contract/texts'
import { depositPassed } from '#core/ledger/cash'
import { formatCents, storedCents } from '#core/money/cents'
import { type ReviewStatus, decisionRefusal, secondPersonRefusal } from '#core/reviews/review'
import type { DepositCurrency, DepositReason } from '#core/rules/money/deposit'
import { type Context, handle } from '../../http/handle.ts'
import { post } from '../../ledger/post.ts'
import { notifyPlayer } from '../mails/notify-player.ts'
import { recordAction } from '../operators/record-action.ts'
import { lockReview } from '../reviews/lock-review.ts'
import { recordStep } from '../reviews/steps.ts'
import { depositNeedsTwo } from './take-deposit.ts'

/** The first of two people. The case is free again, for the second to take. */
export const agreeDepositHandler = handle(agreeDeposit, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  if (input.received <= 0n) return refuse('amount_abnormal', { field: 'received' })
  const deposit = await lockForDecision(context, 'pass')
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
  await recordStep(context, input.id, 'agreed')
  await recordAction(context, 'deposits.review', {
    subject: `player:${deposit.playerId}`,
    after: { deposit: input.id, agreed: formatCents(input.received) },
  })
  return { status: 'under_review' as const }
})

export const passDepositHandler = handle(passDeposit, async (context) => {
  const { input, caller, tx, nowMs, publish, refuse } = context
  const { received } = input
  if (received <= 0n) return refuse('amount_abnormal', { field: 'received' })
  const { playerId, status } = await lockForDecision(context, 'pass')
  const row = await tx.selectFrom('deposit').selectAll().where('id', '=', input.id).executeTakeFirstOrThrow()
  const needsTwo = await depositNeedsTwo(tx, { playerId, amount: received, nowMs })
  const missing = needsTwo ? secondPersonRefusal(row.agreed_by, caller.operatorId) : null
  if (missing) return refuse(missing)
  // Two people who saw different amounts arrive have something to talk about, whatever the threshold.
  if (row.agreed_received !== null && row.agreed_received !== received) return refuse('amounts_differ')
  await tx
    .updateTable('deposit')
    .set({
      status: 'passed',
      received,
      needs_two: needsTwo,
      decided_by: caller.operatorId,
      decided_at: new Date(nowMs),
    })
    .where('id', '=', input.id)
    .execute()
  const postings = depositPassed(playerId, row.currency as DepositCurrency, received)
  await post(tx, { id: input.id, kind: 'deposit_passed', postings, atMs: nowMs })
  await close(context, { step: 'passed', playerId, before: status, after: { received: formatCents(received) } })
  publish({ audience: `player:${playerId}`, kind: 'balance.changed', body: {} })
  const facts = { amount: formatCents(storedCents(row.amount)), received: formatCents(received) }
  await notifyPlayer(context, 'deposit_passed', { playerId, facts: () => facts })
  return { status: 'passed' as const }
})

export const rejectDepositHandler = handle(rejectDeposit, async (context) => {
  const { input, caller, tx, nowMs } = context
  const { reason, text = null } = input
  const { playerId, status } = await lockForDecision(context, 'reject')
  const { amount } = await tx
    .updateTable('deposit')
    .set({
      status: 'rejected',
      reason_code: reason,
      reason_text: text,
      decided_by: caller.operatorId,
      decided_at: new Date(nowMs),
    })
    .where('id', '=', input.id)
    .returning('amount')
    .executeTakeFirstOrThrow()
  const because = [reason, text].filter(Boolean).join(': ')
  await close(context, { step: 'rejected', playerId, before: status, reason: because, after: {} })
  await notifyPlayer(context, 'deposit_rejected', {
    playerId,
    facts: (words) => ({
      amount: formatCents(storedCents(amount)),
      reason: reasonInWords(words, reason, text),
    }),
  })
  return { status: 'rejected' as const }
})

type Deciding = Context<typeof agreeDeposit | typeof passDeposit | typeof rejectDeposit, undefined>

async function lockForDecision({ input, caller, tx, nowMs, refuse }: Deciding, move: 'pass' | 'reject') {
  const review = await lockReview(tx, 'deposit', input.id)
  if (!review) return refuse('deposit_unknown')
  const refusal = decisionRefusal(review, { operatorId: caller.operatorId, nowMs, move })
  return refusal ? refuse(refusal) : review
}

type Closing = {
  step: 'passed' | 'rejected'
  playerId: string
  before: ReviewStatus
  reason?: string
  after: Record<string, string>
}

async function close(context: Deciding, { step, playerId, before, reason, after }: Closing): Promise<void> {
  const { input, publish } = context
  await recordStep(context, input.id, step)
  await recordAction(context, step === 'passed' ? 'deposits.pass' : 'deposits.review', {
    subject: `player:${playerId}`,
    ...(reason && { reason }),
    before: { deposit: input.id, status: before },
    after: { deposit: input.id, status: step, ...after },
  })
  const body = { kind: 'deposit', id: input.id, status: step } as const
  publish({ audience: `player:${playerId}`, kind: 'review.changed', body })
}

function reasonInWords(words: Texts, reason: DepositReason, text: string | null): string {
  return [reason === 'other' ? null : words.deposit_reason[reason], text].filter(Boolean).join('\n')
}
