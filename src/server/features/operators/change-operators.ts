import { dismissOperator, inviteOperator, joinOperators, setOperatorRole } from '#contract/console/operators'
import type { OperatorRole } from '#contract/ops'
import type { Tx } from '../../db/database.ts'
import { newToken, tokenHash } from '../../http/caller.ts'
import { handle, handlePrepared } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { choosePassword } from '../accounts/choose-password.ts'
import { linkPlayersAt } from '../players/staff-links.ts'
import type { Effect } from '../proposals/effect.ts'
import { propose } from '../proposals/propose.ts'
import { recordAction } from './record-action.ts'

/** A week to come in, from the approval on. */
const wayInOpenMs = 7 * 24 * 3_600_000

type WayIn = {
  readonly account: string
  readonly name: string
  readonly email: string
  readonly role: OperatorRole
  /** The token itself is known to whoever proposed alone, who hands it to the new colleague. */
  readonly tokenHash: string
}

export const inviteOperatorHandler = handle(inviteOperator, async (context) => {
  const { input, tx, random, refuse } = context
  const { account, name, email, role, reason } = input
  const known = await tx.selectFrom('operator').select('id').where('account', '=', account).executeTakeFirst()
  if (known) return refuse('identity_taken', { field: 'account' })
  const token = newToken(random)
  const content: WayIn = { account, name, email, role, tokenHash: tokenHash(token).toString('hex') }
  const proposed = { kind: 'operators.invite', subject: `operator:${account}`, content, reason } as const
  const proposalId = await propose(context, 'operators.propose', proposed)
  return proposalId ? { proposalId, token } : refuse('already_proposed')
})

export const openWayIn: Effect<WayIn> = async ({ tx, nowMs }, { proposalId, content }) => {
  const { account, name, email, role } = content
  await tx
    .insertInto('operator_invitation')
    .values({
      token_hash: Buffer.from(content.tokenHash, 'hex'),
      account,
      name,
      email,
      role,
      proposal_id: proposalId,
      expires_at: new Date(nowMs + wayInOpenMs),
    })
    .execute()
}

export const joinOperatorsHandler = handlePrepared(
  joinOperators,
  ({ input, config }) => choosePassword({ password: input.password, otherHash: null, config }),
  async ({ input, prepared: loginHash, tx, nowMs, random, refuse }) => {
    const now = new Date(nowMs)
    const invitation = await tx
      .updateTable('operator_invitation')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash(input.token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['account', 'name', 'email', 'role'])
      .executeTakeFirst()
    if (!invitation) return refuse('invitation_invalid')
    const added = await tx
      .insertInto('operator')
      .values({ ...invitation, id: random.uuid(), login_hash: loginHash, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .returning('account')
      .executeTakeFirst()
    if (!added) return refuse('identity_taken', { field: 'account' })
    if (invitation.email) await linkPlayersAt(tx, invitation.email, nowMs)
    return added
  },
)

type NewRole = { readonly operatorId: string; readonly from: string; readonly role: OperatorRole }

export const setOperatorRoleHandler = handle(setOperatorRole, async (context) => {
  const { input, tx, refuse } = context
  const operator = await presentOperator(tx, input.id)
  if (!operator) return refuse('operator_unknown')
  const content: NewRole = { operatorId: input.id, from: operator.role, role: input.role }
  const subject = `operator:${operator.account}`
  const proposed = { kind: 'operators.set-role', subject, content, reason: input.reason } as const
  const proposalId = await propose(context, 'operators.propose', proposed)
  return proposalId ? { proposalId } : refuse('already_proposed')
})

/** The role is looked up at every request, so it holds from the next one on. */
export const changeRole: Effect<NewRole> = async ({ tx, caller }, { content }) => {
  // Nobody is among the two who decide what they themselves may do.
  if (content.operatorId === caller.operatorId) throw new Refusal('same_person')
  const operator = await presentOperator(tx, content.operatorId)
  if (!operator) throw new Refusal('operator_unknown')
  await tx.updateTable('operator').set({ role: content.role }).where('id', '=', content.operatorId).execute()
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
  // A log-in that waits for its second factor is on the way to a session and ends with the others.
  await tx.deleteFrom('sign_in_ticket').where('operator_id', '=', input.id).execute()
  await recordAction(context, 'operators.dismiss', {
    subject: `operator:${operator.account}`,
    reason: input.reason,
    before: { role: operator.role },
    after: { left: true },
  })
  return {}
})

/** An operator who has not left, locked: two decisions about one of them follow each other. */
function presentOperator(tx: Tx, id: string) {
  return tx
    .selectFrom('operator')
    .select(['account', 'role'])
    .where('id', '=', id)
    .where('left_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}
