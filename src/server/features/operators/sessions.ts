import { operatorMe, signInOperator, signOutOperator } from '#contract/ops'
import type { OperatorRole } from '#contract/ops'
import { rememberDevice } from '../../services/guard/devices.ts'
import { renewHash } from '../../services/guard/renew-hash.ts'
import { tryPassword, weighSignIn } from '../../services/guard/sign-in.ts'
import { endOperatorSession, openSession } from '../../services/people/sessions.ts'
import { type Before, handle, handlePrepared, handleRead } from '../../services/calls/handle.ts'
import { askSecondFactor } from '../factors/tickets.ts'
import { capabilitiesOf } from '../../services/calls/capabilities.ts'

export const signInOperatorHandler = handlePrepared(
  signInOperator,
  findOperator,
  async ({ prepared: operator, tx, nowMs, random, from, refuse, keepToken, keepDevice }) => {
    // Read again under a lock: who was dismissed, or changed the password, since it was compared must not get in by it.
    const present = await tx
      .selectFrom('operator')
      .select('login_hash')
      .where('id', '=', operator.id)
      .where('left_at', 'is', null)
      .forShare()
      .executeTakeFirst()
    if (present?.login_hash !== operator.login_hash) refuse('login_password_wrong')
    const asked = await askSecondFactor(tx, { kind: 'operator', id: operator.id }, { nowMs, random, from })
    if (asked) return asked
    // Without a second factor this session can only set one up.
    const owner = { operatorId: operator.id }
    const { token } = await openSession(tx, owner, { nowMs, random, from })
    keepToken(token)
    const device = await rememberDevice(tx, owner, { token: from.device, nowMs, random })
    if (device) keepDevice(device)
    return { next: 'enrol' as const, account: operator.account }
  },
)

async function findOperator(context: Before<typeof signInOperator>) {
  const { input, db, refuse } = context
  const name = input.account.trim().toLowerCase()
  const operator = await db.query
    .selectFrom('operator')
    .select(['id', 'account', 'login_hash'])
    .where('account', '=', name)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  const { subjects } = await weighSignIn(context, { app: 'console', name, ownerId: operator?.id })
  const given = { password: input.password, stored: operator?.login_hash ?? null }
  const matches = await tryPassword(context, subjects, given)
  if (!operator || !matches) return refuse('login_password_wrong')
  const login_hash = await renewHash(context, {
    of: 'operator.login_hash',
    id: operator.id,
    stored: operator.login_hash,
    password: input.password,
  })
  return { ...operator, login_hash }
}

export const signOutOperatorHandler = handle(signOutOperator, async ({ caller, tx, nowMs, keepToken }) => {
  await endOperatorSession(tx, caller.sessionId, nowMs)
  keepToken(null)
  return {}
})

export const operatorMeHandler = handleRead(operatorMe, async ({ caller, db }) => {
  const operator = await db
    .selectFrom('operator')
    .select(['account', 'name', 'role'])
    .where('id', '=', caller.operatorId)
    .executeTakeFirstOrThrow()
  const role = operator.role as OperatorRole
  return { ...operator, role, can: capabilitiesOf(role) }
})
