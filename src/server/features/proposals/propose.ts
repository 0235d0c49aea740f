import type { ProposalContents } from '#contract/console/work/proposals'
import type { ProposalKind } from '#contract/console/settings'
import type { Capability } from '#contract/console/capabilities'
import type { Tx } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'
import { recordAction } from '../../services/actions/record-action.ts'

type Acting = {
  readonly tx: Tx
  readonly nowMs: number
  readonly random: Random
  readonly caller: { readonly operatorId: string }
}

type Proposal = {
  [Kind in ProposalKind]: {
    readonly kind: Kind
    /** What the proposal is about; at most one proposal per subject is open. */
    readonly subject: string
    readonly content: ProposalContents[Kind]
    readonly reason: string
  }
}[ProposalKind]

/** What somebody must be allowed to do who proposes it; they must still be when a colleague approves it. */
export const proposingTakes = {
  'settings.change': 'settings.propose',
  'countries.change': 'settings.propose',
  'receiving.publish': 'receiving.propose',
  'receiving.retire': 'receiving.propose',
  'deposits.reverse': 'deposits.reverse',
  'draws.cancel': 'draws.cancel',
  'operators.invite': 'operators.propose',
  'operators.set-role': 'operators.propose',
  'operators.recover': 'operators.propose',
} satisfies Record<ProposalKind, Capability>

/** Stores a proposal for another operator to approve; null where one about the same subject is open already. */
export async function propose(context: Acting, proposal: Proposal): Promise<string | null> {
  const { tx, nowMs, random, caller } = context
  const { kind, subject, content, reason } = proposal
  const id = random.uuid()
  const made = await tx
    .insertInto('proposal')
    .values({
      id,
      kind,
      subject,
      content: JSON.stringify(content),
      reason,
      proposed_by: caller.operatorId,
      proposed_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) return null
  await recordAction(context, proposingTakes[kind], { subject, reason, after: { proposal: id } })
  return id
}
