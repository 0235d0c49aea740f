import { listOperators } from '#contract/console/operators'
import { type OperatorRole, operatorRoles } from '#contract/ops'
import { handleRead } from '../../services/calls/handle.ts'
import { capabilitiesOf } from '../../services/calls/capabilities.ts'
import { allOperators } from './all-operators.ts'
import { usedInvitations } from './invitations.ts'

export const listOperatorsHandler = handleRead(listOperators, async ({ db }) => {
  const rows = await allOperators(db).orderBy('account').execute()
  const letIn = new Map((await usedInvitations(db).execute()).map((each) => [each.account, each]))
  return {
    items: rows.map((row) => ({
      id: row.id,
      account: row.account,
      name: row.name,
      role: row.role as OperatorRole,
      hasSecondFactor: Boolean(row.has_factor),
      seenAt: row.seen_at?.getTime() ?? null,
      createdAt: row.created_at.getTime(),
      leftAt: row.left_at?.getTime() ?? null,
      invitedBy: letIn.get(row.account)?.invitedBy ?? null,
      approvedBy: letIn.get(row.account)?.approvedBy ?? null,
    })),
    roles: operatorRoles.map((role) => ({ role, can: capabilitiesOf(role) })),
  }
})
