import type { ProposalContents } from '#contract/console/work/proposals'
import { type ProposalKind, approveProposal, declineProposal } from '#contract/console/settings'
import type { OperatorRole } from '#contract/ops'
import type { Tx } from '../../world/members/database.ts'
import { can } from '../../services/calls/capabilities.ts'
import { handle } from '../../services/calls/handle.ts'
import { changeCountries } from '../countries/change-countries.ts'
import { reverseDeposit } from '../deposits/reverse-deposit.ts'
import { cancelDraw } from '../draws/cancel-draw.ts'
import { changeRole, presentOperator } from '../operators/change-operators.ts'
import { removeFactors } from '../operators/recover-operator.ts'
import { sendInvitation } from '../operators/invitations.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { publishReceivingAccount, retireReceivingAccount } from '../receiving/change-receiving.ts'
import { changeSetting } from '../settings/change-setting.ts'
import type { Effect } from '../proposals/effect.ts'
import { proposingTakes } from '../proposals/propose.ts'
import { standsNow } from './stands-now.ts'

/** What an approval does, by kind of proposal. The content is what the proposing handler stored. */
const effects = {
  'settings.change': changeSetting,
  'countries.change': changeCountries,
  'receiving.publish': publishReceivingAccount,
  'receiving.retire': retireReceivingAccount,
  'deposits.reverse': reverseDeposit,
  'draws.cancel': cancelDraw,
  'operators.invite': sendInvitation,
  'operators.set-role': changeRole,
  'operators.recover': removeFactors,
} satisfies { [Kind in ProposalKind]: Effect<ProposalContents[Kind]> }

export const approveProposalHandler = handle(approveProposal, async (context) => {
  const { input, caller, tx, refuse } = context
  const proposal = await lockProposal(tx, input.id)
  if (!proposal) return refuse('proposal_unknown')
  if (proposal.status !== 'open') return refuse('already_decided')
  if (proposal.proposed_by === caller.operatorId) return refuse('same_person')
  // One of the two people would be missing, or would be hired again under another account and approve their own proposal.
  const proposer = await presentOperator(tx, proposal.proposed_by)
  if (!proposer || !can(proposer.role as OperatorRole, proposingTakes[proposal.kind as ProposalKind]))
    return refuse('proposer_left')
  await decide(context, { status: 'approved' })
  await recordAction(context, 'proposals.decide', {
    subject: proposal.subject,
    reason: proposal.reason,
    after: { proposal: input.id, status: 'approved', ...(proposal.content as object) },
  })
  const before = await standsNow({ ...context, db: tx }, proposal)
  const carryOut: Effect<never> = effects[proposal.kind as ProposalKind]
  const found = await carryOut(context, { proposalId: input.id, content: proposal.content as never })
  await keepBefore(tx, input.id, { ...before, ...found })
  return {}
})

export const declineProposalHandler = handle(declineProposal, async (context) => {
  const { input, tx, refuse } = context
  const proposal = await lockProposal(tx, input.id)
  if (!proposal) return refuse('proposal_unknown')
  if (proposal.status !== 'open') return refuse('already_decided')
  await keepBefore(tx, input.id, await standsNow({ ...context, db: tx }, proposal))
  await decide(context, { status: 'declined', decline_reason: input.reason })
  await recordAction(context, 'proposals.decide', {
    subject: proposal.subject,
    reason: input.reason,
    after: { proposal: input.id, status: 'declined' },
  })
  return {}
})

/** What the history will show beside what was proposed. */
async function keepBefore(tx: Tx, proposalId: string, facts: Readonly<Record<string, unknown>>): Promise<void> {
  await tx
    .insertInto('proposal_before')
    .values({ proposal_id: proposalId, facts: JSON.stringify(facts) })
    .execute()
}

function lockProposal(tx: Tx, id: string) {
  return tx.selectFrom('proposal').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type Deciding = { tx: Tx; nowMs: number; input: { id: string }; caller: { operatorId: string } }

async function decide(
  { tx, nowMs, input, caller }: Deciding,
  decision: { status: 'approved' } | { status: 'declined'; decline_reason: string },
): Promise<void> {
  await tx
    .updateTable('proposal')
    .set({ ...decision, decided_by: caller.operatorId, decided_at: new Date(nowMs) })
    .where('id', '=', input.id)
    .execute()
}
