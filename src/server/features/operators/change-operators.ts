import { dismissOperator, setOperatorRole } from '#contract/console/operators'
import type { ProposalContents } from '#contract/console/work/proposals'
import { undecided } from '#core/reviews/review'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { endTickets } from '../../services/people/sessions.ts'
import { Refusal } from '../../world/refusal.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { can } from '../../services/calls/capabilities.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { endLinksTo } from './invitations.ts'

type NewRole = ProposalContents['operators.set-role']

export const setOperatorRoleHandler = handle(setOperatorRole, async (context) => {
  const { input, caller, tx, refuse } = context
  if (input.id === caller.operatorId) return refuse('same_person')
  const operator = await presentOperator(tx, input.id)
  if (!operator) return refuse('operator_unknown')
  const content: NewRole = { operatorId: input.id, from: operator.role, role: input.role }
  const subject = `operator:${operator.account}`
  const proposed = { kind: 'operators.set-role', subject, content, reason: input.reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** The role is read at every request, so the new one holds from the next request on. */
export const changeRole: Effect<NewRole> = async ({ tx, caller, publish }, { content }) => {
  // Nobody may be one of the two people who decide on their own role.
  if (content.operatorId === caller.operatorId) throw new Refusal('same_person')
  const operator = await presentOperator(tx, content.operatorId)
  if (!operator) throw new Refusal('operator_unknown')
  await tx.updateTable('operator').set({ role: content.role }).where('id', '=', content.operatorId).execute()
  // Cases that the new role cannot decide would otherwise be nobody's.
  await releaseCases(tx, content.operatorId)
  // An agreement counts only while the operator may decide about money. What is undecided needs somebody else's agreement.
  if (!can(content.role, 'deposits.review') || !can(content.role, 'withdrawals.review'))
    await takeBackAgreements(tx, content.operatorId)
  publish({ audience: 'operators', kind: 'desk.changed', body: {} })
  return { role: operator.role }
}

export const dismissOperatorHandler = handle(dismissOperator, async (context) => {
  const { input, caller, tx, nowMs, refuse, publish } = context
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
  await endTickets(tx, { operatorId: input.id })
  await releaseCases(tx, input.id)
  await takeBackAgreements(tx, input.id)
  if (operator.email) await endLinksTo(tx, operator.email)
  // A colleague may have a case open that now needs another agreement, and be about to pay.
  publish({ audience: 'operators', kind: 'desk.changed', body: {} })
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
  // Cases of signals are locked before the withdrawals that they hold.
  await tx
    .updateTable('signal_case')
    .set({ owner_id: null })
    .where('owner_id', '=', operatorId)
    .where('state', '<>', 'closed')
    .execute()
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
}

/** Another colleague has to agree to these cases again: each needs two people who may decide it. */
async function takeBackAgreements(tx: Tx, operatorId: string): Promise<void> {
  const none = { agreed_by: null, agreed_at: null }
  await tx
    .updateTable('deposit')
    .set({ ...none, agreed_received: null })
    .where('agreed_by', '=', operatorId)
    .where('status', 'in', undecided)
    .execute()
  await tx
    .updateTable('withdrawal')
    .set(none)
    .where('agreed_by', '=', operatorId)
    .where('status', 'in', undecided)
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
