import { passCertification, rejectCertification } from '#contract/console/certifications'
import type { Texts } from '#contract/texts'
import type { RejectionReason } from '#core/rules/certification'
import { namesDestination } from '#core/service/message-text'
import { type Context, handle } from '../../services/calls/handle.ts'
import { makeInvitation } from '../invitations/make-invitation.ts'
import { becomeStaff } from '../../services/people/become-staff.ts'
import { notifyPlayer } from '../../services/mails/notify-player.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { lockForDecision, refuseOwnCase } from '../reviews/lock-review.ts'

export const passCertificationHandler = handle(passCertification, async (context) => {
  const { playerId } = await decide(context, { move: 'pass', status: 'passed' })
  await refuseOwnCase(context, playerId)
  await becomeStaff(context.tx, playerId)
  const code = await makeInvitation(context.tx, { playerId }, context)
  await notifyPlayer(context, 'certification_passed', { playerId, facts: () => ({ code }) })
  return { status: 'passed' as const }
})

export const rejectCertificationHandler = handle(rejectCertification, async (context) => {
  const { input, refuse } = context
  const { reason, text = null } = input
  if (text !== null && namesDestination(text)) return refuse('destination_in_text', { field: 'text' })
  const { playerId } = await decide(context, { move: 'reject', status: 'rejected', reason, text })
  await notifyPlayer(context, 'certification_rejected', {
    playerId,
    facts: (words) => ({ reason: reasonInWords(words, reason, text) }),
  })
  return { status: 'rejected' as const }
})

type Decision =
  | { move: 'pass'; status: 'passed' }
  | { move: 'reject'; status: 'rejected'; reason: RejectionReason; text: string | null }

type Deciding = Context<typeof passCertification, undefined> | Context<typeof rejectCertification, undefined>

async function decide(context: Deciding, decision: Decision): Promise<{ playerId: string }> {
  const { input, caller, tx, nowMs, publish } = context
  const review = await lockForDecision(context, 'certification', decision.move)
  const because = decision.move === 'reject' ? { reason_code: decision.reason, reason_text: decision.text } : {}
  await tx
    .updateTable('certification')
    .set({ status: decision.status, decided_by: caller.operatorId, decided_at: new Date(nowMs), ...because })
    .where('id', '=', input.id)
    .execute()
  await recordAction(context, 'certifications.review', {
    subject: `player:${review.playerId}`,
    ...(decision.move === 'reject' && { reason: [decision.reason, decision.text].filter(Boolean).join(': ') }),
    before: { certification: input.id, status: review.status },
    after: { certification: input.id, status: decision.status },
  })
  publish({
    audience: `player:${review.playerId}`,
    kind: 'review.changed',
    body: { kind: 'certification', id: input.id, status: decision.status },
  })
  return review
}

function reasonInWords(words: Texts, reason: RejectionReason, text: string | null): string {
  const sentence = reason === 'other' ? null : words.certification_reason[reason]
  return [sentence, text].filter(Boolean).join('\n')
}
