import type { LiveEvent } from '#contract/live'
import type { ReviewStatus } from '#core/reviews/review'
import { recordAction } from '../../services/actions/record-action.ts'
import { rolesWith } from '../../services/calls/capabilities.ts'
import { queuePush } from '../../services/push/queue-push.ts'
import { Refusal } from '../../world/refusal.ts'
import type { LockedReview, ReviewContext } from './lock-review.ts'
import { recordStep } from './steps.ts'
import { takeReview } from './take-review.ts'

/** A case about money, whose steps the player sees. */
type MoneyCase = 'deposit' | 'withdrawal'
type MoneyReviewContext<T extends MoneyCase> = ReviewContext<T> & { publish(event: LiveEvent): void }

/** Takes a top-up or a withdrawal for review; returns when the lease ends. */
export async function takeMoneyReview<T extends MoneyCase>(context: MoneyReviewContext<T>, kind: T): Promise<number> {
  const { input, caller } = context
  const { before, takenUntilMs } = await takeReview(context, kind)
  if (before.takenBy !== caller.operatorId) await recordStep(context, input.id, 'taken')
  await recordAction(context, `${kind}s.review`, {
    subject: `player:${before.playerId}`,
    before: { [kind]: input.id, status: before.status, takenBy: before.takenBy },
    after: { [kind]: input.id, status: 'under_review', takenBy: caller.operatorId },
  })
  if (before.status === 'waiting') await tell(context, kind, { playerId: before.playerId, status: 'under_review' })
  return takenUntilMs
}

type Facts = Readonly<Record<string, string | true>>

/**
 * Locks the operator before the case, as a dismissal or a change of role does. Either that change sees this agreement and takes it back,
 * or this request sees that the operator may no longer agree.
 */
export async function lockAgreeingOperator(
  { tx, caller }: Pick<ReviewContext<MoneyCase>, 'tx' | 'caller'>,
  kind: MoneyCase,
): Promise<void> {
  const present = await tx
    .selectFrom('operator')
    .select('id')
    .where('id', '=', caller.operatorId)
    .where('left_at', 'is', null)
    .where('role', 'in', rolesWith(`${kind}s.review`))
    .forShare()
    .executeTakeFirst()
  if (!present) throw new Refusal('session_broken')
}

/** Records that the first of two reviewers agreed. */
export async function noteAgreement<T extends MoneyCase>(
  context: MoneyReviewContext<T>,
  kind: T,
  { playerId, after }: { playerId: string; after: Facts },
): Promise<void> {
  await recordStep(context, context.input.id, 'agreed')
  await recordAction(context, `${kind}s.review`, {
    subject: `player:${playerId}`,
    after: { [kind]: context.input.id, ...after },
  })
}

type Closing = {
  readonly step: 'passed' | 'rejected'
  readonly review: LockedReview
  readonly reason?: string
  readonly after?: Facts
}

/** Records the decision for the player and in the operators' log, and updates the player's screen. */
export async function closeMoneyReview<T extends MoneyCase>(
  context: MoneyReviewContext<T>,
  kind: T,
  { step, review: { playerId, status }, reason, after }: Closing,
): Promise<void> {
  const { id } = context.input
  await recordStep(context, id, step)
  await recordAction(context, step === 'passed' ? `${kind}s.pass` : `${kind}s.review`, {
    subject: `player:${playerId}`,
    ...(reason && { reason }),
    before: { [kind]: id, status },
    after: { [kind]: id, status: step, ...after },
  })
  await tell(context, kind, { playerId, status: step })
}

/** Updates the player's screen, and notifies them of every step of a withdrawal. */
async function tell<T extends MoneyCase>(
  { input, tx, nowMs, publish }: MoneyReviewContext<T>,
  kind: T,
  { playerId, status }: { playerId: string; status: ReviewStatus },
): Promise<void> {
  publish({ audience: `player:${playerId}`, kind: 'review.changed', body: { kind, id: input.id, status } })
  if (kind === 'withdrawal') await queuePush(tx, 'withdrawal', { players: [playerId], nowMs })
}

/** The columns of a rejection: who decided, when and why. */
export function rejectedBy(
  { caller, nowMs }: Pick<ReviewContext<MoneyCase>, 'caller' | 'nowMs'>,
  { reason, text }: { reason: string; text: string | null },
) {
  return { status: 'rejected', reason_code: reason, reason_text: text, ...decidedBy({ caller, nowMs }) }
}

export function decidedBy({ caller, nowMs }: Pick<ReviewContext<MoneyCase>, 'caller' | 'nowMs'>) {
  return { decided_by: caller.operatorId, decided_at: new Date(nowMs) }
}
