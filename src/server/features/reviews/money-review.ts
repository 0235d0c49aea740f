import type { LiveEvent } from '#contract/live'
import type { ReviewStatus } from '#core/reviews/review'
import { recordAction } from '../../services/actions/record-action.ts'
import type { LockedReview, Reviewing } from './lock-review.ts'
import { recordStep } from './steps.ts'
import { takeReview } from './take-review.ts'

/** A case about money, whose steps the player sees and is told of. */
type MoneyCase = 'deposit' | 'withdrawal'
type MoneyDesk<T extends MoneyCase> = Reviewing<T> & { publish(event: LiveEvent): void }

/** Takes a top-up or a withdrawal in hand; until when. */
export async function takeMoneyReview<T extends MoneyCase>(desk: MoneyDesk<T>, kind: T): Promise<number> {
  const { input, caller } = desk
  const { before, takenUntilMs } = await takeReview(desk, kind)
  if (before.takenBy !== caller.operatorId) await recordStep(desk, input.id, 'taken')
  await recordAction(desk, `${kind}s.review`, {
    subject: `player:${before.playerId}`,
    before: { [kind]: input.id, status: before.status, takenBy: before.takenBy },
    after: { [kind]: input.id, status: 'under_review', takenBy: caller.operatorId },
  })
  if (before.status === 'waiting') tell(desk, kind, { playerId: before.playerId, status: 'under_review' })
  return takenUntilMs
}

type Facts = Readonly<Record<string, string | true>>

/** Notes that the first of two people agreed. */
export async function noteAgreement<T extends MoneyCase>(
  desk: MoneyDesk<T>,
  kind: T,
  { playerId, after }: { playerId: string; after: Facts },
): Promise<void> {
  await recordStep(desk, desk.input.id, 'agreed')
  await recordAction(desk, `${kind}s.review`, {
    subject: `player:${playerId}`,
    after: { [kind]: desk.input.id, ...after },
  })
}

type Closing = {
  readonly step: 'passed' | 'rejected'
  readonly review: LockedReview
  readonly reason?: string
  readonly after?: Facts
}

/** Notes what was decided, for the player and for the operators' log, and tells the player's screen. */
export async function closeMoneyReview<T extends MoneyCase>(
  desk: MoneyDesk<T>,
  kind: T,
  { step, review: { playerId, status }, reason, after }: Closing,
): Promise<void> {
  const { id } = desk.input
  await recordStep(desk, id, step)
  await recordAction(desk, step === 'passed' ? `${kind}s.pass` : `${kind}s.review`, {
    subject: `player:${playerId}`,
    ...(reason && { reason }),
    before: { [kind]: id, status },
    after: { [kind]: id, status: step, ...after },
  })
  tell(desk, kind, { playerId, status: step })
}

function tell<T extends MoneyCase>(
  { input, publish }: MoneyDesk<T>,
  kind: T,
  { playerId, status }: { playerId: string; status: ReviewStatus },
): void {
  publish({ audience: `player:${playerId}`, kind: 'review.changed', body: { kind, id: input.id, status } })
}

/** Who decided and when, and why where it was rejected. */
export function rejectedBy(
  { caller, nowMs }: Pick<Reviewing<MoneyCase>, 'caller' | 'nowMs'>,
  { reason, text }: { reason: string; text: string | null },
) {
  return { status: 'rejected', reason_code: reason, reason_text: text, ...decidedBy({ caller, nowMs }) }
}

export function decidedBy({ caller, nowMs }: Pick<Reviewing<MoneyCase>, 'caller' | 'nowMs'>) {
  return { decided_by: caller.operatorId, decided_at: new Date(nowMs) }
}
