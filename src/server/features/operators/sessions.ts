import { operatorMe, signInOperator, signOutOperator } from '#contract/ops'
import type { OperatorRole } from '#contract/ops'
import { endSession, openSession } from '../../http/caller.ts'
import { type Before, handle, handlePrepared } from '../../http/handle.ts'
import { isPassword } from '../../passwords.ts'

export const signInOperatorHandler = handlePrepared(
  signInOperator,
  findOperator,
  async ({ prepared: operator, tx, nowMs, random, from, keepToken }) => {
    const { token } = await openSession(tx, { operatorId: operator.id }, { nowMs, random, from })
    keepToken(token)
    return { name: operator.name }
  },
)

async function findOperator({ input, db, config, refuse }: Before<typeof signInOperator>) {
  const operator = await db.query
    .selectFrom('operator')
    .select(['id', 'name', 'login_hash'])
    .where('account', '=', input.account.trim().toLowerCase())
    .executeTakeFirst()
  const matches = await isPassword(input.password, operator?.login_hash ?? null, config.pepper)
  if (!operator || !matches) return refuse('login_password_wrong')
  return operator
}

export const signOutOperatorHandler = handle(signOutOperator, async ({ caller, tx, nowMs, keepToken }) => {
  await endSession(tx, caller.sessionId, nowMs)
  keepToken(null)
  return {}
})

export const operatorMeHandler = handle(operatorMe, async ({ caller, tx }) => {
  const operator = await tx
    .selectFrom('operator')
    .select(['account', 'name', 'role'])
    .where('id', '=', caller.operatorId)
    .executeTakeFirstOrThrow()
  return { ...operator, role: operator.role as OperatorRole }
})
