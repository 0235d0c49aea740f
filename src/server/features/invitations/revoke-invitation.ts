import { revokeInvitation } from '#contract/console/people/invitations'
import { handle } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

/** Registering takes a use off the same row, so of a registration and a revocation at once one comes first. */
export const revokeInvitationHandler = handle(revokeInvitation, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const code = input.code.trim().toUpperCase()
  const before = await tx
    .selectFrom('invitation')
    .select(['uses_left', 'revoked_at'])
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.revoked_at) return refuse('invitation_invalid')
  await tx
    .updateTable('invitation')
    .set({ uses_left: 0, revoked_by: caller.operatorId, revoked_at: new Date(nowMs), revoked_why: input.reason })
    .where('code', '=', code)
    .execute()
  await recordAction(context, 'invitations.create', {
    subject: `invitation:${code}`,
    reason: input.reason,
    before: { usesLeft: before.uses_left },
    after: { revoked: true },
  })
  return {}
})
