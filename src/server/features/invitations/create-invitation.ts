import { createInvitation } from '#contract/console/desk'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { makeInvitation } from './make-invitation.ts'

export const createInvitationHandler = handle(createInvitation, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const { uses, expiresAt } = input
  if (expiresAt !== null && expiresAt <= nowMs) return refuse('request_malformed', { field: 'expiresAt' })
  const maker = { operatorId: caller.operatorId, uses, expiresAt: expiresAt === null ? null : new Date(expiresAt) }
  const code = await makeInvitation(tx, maker, context)
  await recordAction(context, 'invitations.create', { subject: `invitation:${code}`, after: { uses, expiresAt } })
  return { code }
})
