import { dismissOperator, setOperatorRole } from '#contract/console/operators'
import type { OperatorRole } from '#contract/ops'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { recordAction } from '../../services/actions/record-action.ts'

type NewRole = { readonly operatorId: string; readonly from: string; readonly role: OperatorRole }

export const setOperatorRoleHandler = handle(setOperatorRole, async (context) => {
  const { input, caller, tx, refuse } = context
  if (input.id === caller.operatorId) return refuse('same_person')
  const operator = await presentOperator(tx, input.id)
  if (!operator) return refuse('operator_unknown')
  const content: NewRole = { operatorId: input.id, from: operator.role, role: input.role }
  const subject = `operator:${operator.account}`
  const proposed = { kind: 'operators.set-role', subject, content, reason: input.reason } as const
  const proposalId = await propose(context, 'operators.propose', proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** The role is read at every request, so the new one holds from the next request on. */
export const changeRole: Effect<NewRole> = async ({ tx, caller }, { content }) => {
  // Nobody may be one of the two people who decide on their own role.
  if (content.operatorId === caller.operatorId) throw new Refusal('same_person')
  const operator = await presentOperator(tx, content.operatorId)
  if (!operator) throw new Refusal('operator_unknown')
  await tx.updateTable('operator').set({ role: content.role }).where('id', '=', content.operatorId).execute()
  return { role: operator.role }
}

export const dismissOperatorHandler = handle(dismissOperator, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  if (input.id === caller.operatorId) return refuse('same_person')
  const operator = await presentOperator(tx, input.id)
  if (!operator) return refuse('operator_unknown')
  const now = new Date(nowMs)
  await tx.updateTable('operator').set({ left_at: now }).where('id', '=', input.id).execute()
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('operator_id', '=', input.id)
    .where('ended_at', 'is', null)
    .execute()
  // A log-in that waits for its second factor would become a session, so it ends with the others.
  await tx.deleteFrom('sign_in_ticket').where('operator_id', '=', input.id).execute()
  await releaseCases(tx, input.id)
  await recordAction(context, 'operators.dismiss', {
    subject: `operator:${operator.account}`,
    reason: input.reason,
    before: { role: operator.role },
    after: { left: true },
  })
  return {}
})

/** Releases the cases and conversations that an operator had taken, so that colleagues can take them at once. */
async function releaseCases(tx: Tx, operatorId: string): Promise<void> {
  for (const table of ['certification', 'deposit', 'withdrawal'] as const) {
    await tx
      .updateTable(table)
      .set({ taken_by: null, taken_until: null })
      .where('taken_by', '=', operatorId)
      .where('status', '=', 'under_review')
      .execute()
  }
  await tx
    .updateTable('conversation')
    .set({ assigned_to: null, assigned_until: null })
    .where('assigned_to', '=', operatorId)
    .execute()
  await tx
    .updateTable('signal_case')
    .set({ owner_id: null })
    .where('owner_id', '=', operatorId)
    .where('state', '<>', 'closed')
    .execute()
}

/** An operator who still works here, locked, so that two decisions about the same person run one after the other. */
export function presentOperator(tx: Tx, id: string) {
  return tx
    .selectFrom('operator')
    .select(['account', 'name', 'email', 'role'])
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
