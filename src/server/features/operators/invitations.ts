import { inviteOperator, joinOperators } from '#contract/console/operators'
import type { ProposalContents } from '#contract/console/work/proposals'
import type { OperatorRole } from '#contract/ops'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { newToken, tokenHash } from '../../services/people/sessions.ts'
import { type Context, handle, handlePrepared } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { isOperatorsAddress, linkPlayersAt, lockAddresses } from '../players/staff-links.ts'
import { isMailboxOf } from '../../services/people/mailbox.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'

const dayMs = 24 * 3_600_000

/**
 * An invitation is valid for a week from its approval. For as long the proposer and the approver are shown who joined.
 */
const invitationValidMs = 7 * dayMs
const shownMs = 7 * dayMs

type Invitation = ProposalContents['operators.invite']

export const inviteOperatorHandler = handle(inviteOperator, async (context) => {
  const { input, tx, refuse } = context
  const { account, name, email, role, reason } = input
  const known = await tx.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirst()
  if (known) return refuse('identity_taken', { field: 'account' })
  // A person with two operator accounts could be both people that large decisions require.
  if (await isOperatorsAddress(tx, email)) return refuse('identity_taken', { field: 'email' })
  const content: Invitation = { account, name, email, role }
  const proposed = { kind: 'operators.invite', subject: `operator:${account}`, content, reason } as const
  const proposalId = await propose(context, proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/**
 * The link is created at the approval and sent by mail, so that neither the proposer nor the approver ever holds it.
 */
export const sendInvitation: Effect<Invitation> = async ({ tx, nowMs, random, from }, { proposalId, content }) => {
  const { account, name, email, role } = content
  if (await isOperatorsAddress(tx, email)) throw new Refusal('identity_taken', { field: 'email' })
  const token = newToken(random)
  // An older link for this account may have gone to a mistyped address, so it expires now.
  await endLinks(tx).where('account', '=', account).execute()
  await tx
    .insertInto('operator_invitation')
    .values({
      token_hash: tokenHash(token),
      account,
      name,
      email,
      role,
      proposal_id: proposalId,
      expires_at: new Date(nowMs + invitationValidMs),
    })
    .execute()
  const facts = {
    name,
    account,
    link: `${from.origin}/join#${token}`,
    ...(await proposerAndApprover(tx, proposalId)).accounts,
  }
  await queueMail(tx, { kind: 'operator_invited', to: { email, language: from.language }, facts }, { nowMs, random })
  return {}
}

/** Ends unused links. Their end is set to 1970, not to now: somebody who is joining at this moment may compare with a time that was read a
 * little earlier. */
function endLinks(tx: Tx) {
  return tx
    .updateTable('operator_invitation')
    .set({ expires_at: new Date(0) })
    .where('used_at', 'is', null)
}

/** Ends the unused links to an address, by which somebody who is dismissed could join again under another account. */
export async function endLinksTo(tx: Tx, email: string): Promise<void> {
  await endLinks(tx).where(isMailboxOf(email)).execute()
}

/** The proposer and the approver of a proposal. */
export async function proposerAndApprover(tx: Queryable, proposalId: string) {
  const row = await tx
    .selectFrom('proposal as p')
    .innerJoin('operator as proposer', 'proposer.id', 'p.proposed_by')
    .innerJoin('operator as decider', 'decider.id', 'p.decided_by')
    .select(['proposer.account as invitedBy', 'decider.account as approvedBy'])
    .select(['proposer.email as proposerEmail', 'decider.email as deciderEmail'])
    .where('p.id', '=', proposalId)
    .executeTakeFirstOrThrow()
  const { invitedBy, approvedBy, proposerEmail, deciderEmail } = row
  return {
    accounts: { invitedBy, approvedBy },
    emails: [proposerEmail, deciderEmail].filter((each) => each !== null),
  }
}

export const joinOperatorsHandler = handlePrepared(
  joinOperators,
  async ({ input, config, db, nowMs, refuse }) => {
    // Looked up before the password is hashed and the addresses are locked: an invented link must cost little and keep nobody waiting.
    const known = await db.query
      .selectFrom('operator_invitation')
      .select('token_hash')
      .where('token_hash', '=', tokenHash(input.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', new Date(nowMs))
      .executeTakeFirst()
    if (!known) return refuse('invitation_invalid')
    return choosePassword({ password: input.password, otherHash: null, config })
  },
  async (context) => {
    const { input, prepared: login_hash, tx, nowMs, random, refuse } = context
    const now = new Date(nowMs)
    // Locked first: of two links to one address, the second to be used has ended by then.
    await lockAddresses(tx, 'operator')
    const invitation = await tx
      .updateTable('operator_invitation')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash(input.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['account', 'name', 'email', 'role', 'proposal_id'])
      .executeTakeFirst()
    if (!invitation) return refuse('invitation_invalid')
    const { proposal_id, ...person } = invitation
    // The links of the first two end when there are two, whoever they are.
    if (proposal_id === null && (await hasTwo(tx))) return refuse('invitation_invalid')
    // A link may have been sent at the moment in which somebody joined with the same address.
    if (person.email && (await isOperatorsAddress(tx, person.email)))
      return refuse('identity_taken', { field: 'email' })
    const added = await tx
      .insertInto('operator')
      .values({ ...person, id: random.uuid(), login_hash, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account')
      .executeTakeFirst()
    if (!added) return refuse('identity_taken', { field: 'account' })
    if (person.email) {
      await endLinksTo(tx, person.email)
      await linkPlayersAt(tx, person.email, nowMs)
    }
    if (proposal_id !== null) await notifyProposerAndApprover(context, { ...person, proposalId: proposal_id })
    return added
  },
)

/** Whether two people are or were operators. */
async function hasTwo(tx: Queryable): Promise<boolean> {
  return (await tx.selectFrom('operator').select('id').limit(2).execute()).length === 2
}

type Joined = { account: string; name: string; email: string | null; proposalId: string }

/** Notifies proposer and approver who joined, so that two people can notice an address that is not the colleague's. */
async function notifyProposerAndApprover(
  { tx, nowMs, random, from }: Context<typeof joinOperators, unknown>,
  { account, name, email, proposalId }: Joined,
): Promise<void> {
  const { accounts, emails } = await proposerAndApprover(tx, proposalId)
  const facts = { account, name, email: email ?? '–', time: new Date(nowMs).toISOString(), ...accounts }
  for (const each of emails) {
    const to = { email: each, language: from.language }
    await queueMail(tx, { kind: 'operator_joined', to, facts }, { nowMs, random })
  }
}

/** Who recently became an operator because this operator proposed or approved it. */
export async function joinedBy(tx: Queryable, operatorId: string, nowMs: number) {
  const rows = await usedInvitations(tx)
    .where('used_at', '>', new Date(nowMs - shownMs))
    .where((eb) => eb.or([eb('p.proposed_by', '=', operatorId), eb('p.decided_by', '=', operatorId)]))
    .orderBy('used_at', 'desc')
    .execute()
  return rows.map(({ used_at, role, ...row }) => ({ ...row, role: role as OperatorRole, at: used_at!.getTime() }))
}

/** Every used invitation, with its proposer and approver. */
export function usedInvitations(tx: Queryable) {
  return tx
    .selectFrom('operator_invitation as i')
    .innerJoin('proposal as p', 'p.id', 'i.proposal_id')
    .innerJoin('operator as proposer', 'proposer.id', 'p.proposed_by')
    .innerJoin('operator as decider', 'decider.id', 'p.decided_by')
    .select(['i.account', 'i.name', 'i.role', 'i.used_at'])
    .select(['proposer.account as invitedBy', 'decider.account as approvedBy'])
    .where('i.used_at', 'is not', null)
}
