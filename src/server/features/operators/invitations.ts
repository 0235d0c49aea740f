import { inviteOperator, joinOperators } from '#contract/console/operators'
import type { OperatorRole } from '#contract/ops'
import type { Queryable } from '../../world/members/database.ts'
import { newToken, tokenHash } from '../../services/people/sessions.ts'
import { type Context, handle, handlePrepared } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'
import { isOperatorsAddress, linkPlayersAt, lockAddresses } from '../players/staff-links.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'

const dayMs = 24 * 3_600_000

/** A week to come in, from the approval on; and a week in which the two who let somebody in are shown who came. */
const wayInOpenMs = 7 * dayMs
const shownMs = 7 * dayMs

type WayIn = {
  readonly account: string
  readonly name: string
  readonly email: string
  readonly role: OperatorRole
}

export const inviteOperatorHandler = handle(inviteOperator, async (context) => {
  const { input, tx, refuse } = context
  const { account, name, email, role, reason } = input
  const known = await tx.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirst()
  if (known) return refuse('identity_taken', { field: 'account' })
  // Whoever works here would become two people, and two people is what everything large asks for.
  if (await isOperatorsAddress(tx, email)) return refuse('identity_taken', { field: 'email' })
  const content: WayIn = { account, name, email, role }
  const proposed = { kind: 'operators.invite', subject: `operator:${account}`, content, reason } as const
  const proposalId = await propose(context, 'operators.propose', proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** The link is made at the approval and leaves by mail: neither of the two who let somebody in ever holds it. */
export const sendInvitation: Effect<WayIn> = async ({ tx, nowMs, random, from }, { proposalId, content }) => {
  const { account, name, email, role } = content
  if (await isOperatorsAddress(tx, email)) throw new Refusal('identity_taken', { field: 'email' })
  const token = newToken(random)
  // An older link of this account may have gone to a mistyped address.
  await tx
    .updateTable('operator_invitation')
    .set({ expires_at: new Date(nowMs) })
    .where('account', '=', account)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .execute()
  await tx
    .insertInto('operator_invitation')
    .values({
      token_hash: tokenHash(token),
      account,
      name,
      email,
      role,
      proposal_id: proposalId,
      expires_at: new Date(nowMs + wayInOpenMs),
    })
    .execute()
  const facts = { name, account, link: `${from.origin}/join#${token}`, ...(await thoseWho(tx, proposalId)).accounts }
  await queueMail(tx, { kind: 'operator_invited', to: { email, language: from.language }, facts }, { nowMs, random })
}

/** Who proposed and who approved. */
async function thoseWho(tx: Queryable, proposalId: string) {
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
  ({ input, config }) => choosePassword({ password: input.password, otherHash: null, config }),
  async (context) => {
    const { input, prepared: login_hash, tx, nowMs, random, refuse } = context
    const now = new Date(nowMs)
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
    await lockAddresses(tx, 'operator')
    // Several may have been invited with one address before anybody came in with it.
    if (person.email && (await isOperatorsAddress(tx, person.email)))
      return refuse('identity_taken', { field: 'email' })
    const added = await tx
      .insertInto('operator')
      .values({ ...person, id: random.uuid(), login_hash, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account')
      .executeTakeFirst()
    if (!added) return refuse('identity_taken', { field: 'account' })
    if (person.email) await linkPlayersAt(tx, person.email, nowMs)
    await tellThoseWho(context, { ...person, proposalId: proposal_id })
    return added
  },
)

type Joined = { account: string; name: string; email: string | null; proposalId: string }

/** Both hear who came in: an address that was not the colleague's is noticed by two people. */
async function tellThoseWho(
  { tx, nowMs, random, from }: Context<typeof joinOperators, unknown>,
  { account, name, email, proposalId }: Joined,
): Promise<void> {
  const { accounts, emails } = await thoseWho(tx, proposalId)
  const facts = { account, name, email: email ?? '–', time: new Date(nowMs).toISOString(), ...accounts }
  for (const each of emails) {
    const to = { email: each, language: from.language }
    await queueMail(tx, { kind: 'operator_joined', to, facts }, { nowMs, random })
  }
}

/** Who became an operator of late because this one proposed or approved it. */
export async function joinedBy(tx: Queryable, operatorId: string, nowMs: number) {
  const rows = await comings(tx)
    .where('used_at', '>', new Date(nowMs - shownMs))
    .where((eb) => eb.or([eb('p.proposed_by', '=', operatorId), eb('p.decided_by', '=', operatorId)]))
    .orderBy('used_at', 'desc')
    .execute()
  return rows.map(({ used_at, role, ...row }) => ({ ...row, role: role as OperatorRole, at: used_at!.getTime() }))
}

/** Every invitation that was used, with the two people behind it. */
export function comings(tx: Queryable) {
  return tx
    .selectFrom('operator_invitation as i')
    .innerJoin('proposal as p', 'p.id', 'i.proposal_id')
    .innerJoin('operator as proposer', 'proposer.id', 'p.proposed_by')
    .innerJoin('operator as decider', 'decider.id', 'p.decided_by')
    .select(['i.account', 'i.name', 'i.role', 'i.used_at'])
    .select(['proposer.account as invitedBy', 'decider.account as approvedBy'])
    .where('i.used_at', 'is not', null)
}
