import { recoverOperator } from '#contract/console/operators'
import type { ProposalContents } from '#contract/console/work/proposals'
import { handle } from '../../services/calls/handle.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { endTickets } from '../../services/people/sessions.ts'
import { Refusal } from '../../world/refusal.ts'
import { deleteCodes } from '../factors/recovery-codes.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { presentOperator } from './change-operators.ts'
import { proposerAndApprover } from './invitations.ts'

type Recovery = ProposalContents['operators.recover']

export const recoverOperatorHandler = handle(recoverOperator, async (context) => {
  const { input, caller, tx, refuse } = context
  if (input.id === caller.operatorId) return refuse('same_person')
  const operator = await presentOperator(tx, input.id)
  if (!operator) return refuse('operator_unknown')
  const content: Recovery = { operatorId: input.id }
  const subject = `operator:${operator.account}`
  const proposed = { kind: 'operators.recover', subject, content, reason: input.reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** Removes what an operator lost. The password stays, so neither of the two people can log in with what they did. */
export const removeFactors: Effect<Recovery> = async ({ tx, caller, nowMs, random, from }, { proposalId, content }) => {
  const { operatorId } = content
  if (operatorId === caller.operatorId) throw new Refusal('same_person')
  const operator = await presentOperator(tx, operatorId)
  if (!operator) throw new Refusal('operator_unknown')
  const removed = await tx
    .deleteFrom('factor')
    .where('operator_id', '=', operatorId)
    .returning(['name', 'confirmed_at'])
    .execute()
  await deleteCodes(tx, { kind: 'operator', id: operatorId })
  // Whoever has the lost phone may be logged in, or half-way in.
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('operator_id', '=', operatorId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await endTickets(tx, { operatorId })
  const factors = removed.filter((factor) => factor.confirmed_at !== null).map((factor) => factor.name)
  const found = { factors, sessions: Number(ended.numUpdatedRows) }
  const { name, account, email } = operator
  if (!email) return found
  const { invitedBy: proposedBy, approvedBy } = (await proposerAndApprover(tx, proposalId)).accounts
  const facts = { name, account, proposedBy, approvedBy, time: new Date(nowMs).toISOString() }
  await queueMail(tx, { kind: 'operator_recovered', to: { email, language: from.language }, facts }, { nowMs, random })
  return found
}
