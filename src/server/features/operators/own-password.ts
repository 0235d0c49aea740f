import { changeOperatorPassword, confirmOperator } from '#contract/ops'
import type { Endpoint } from '#contract/endpoint'
import { tryOwnPassword } from '../../services/guard/sign-in.ts'
import { endTickets, renewSession } from '../../services/people/sessions.ts'
import { type Before, handlePrepared } from '../../services/calls/handle.ts'
import { choosePassword } from '../../services/people/choose-password.ts'
import { queueMail } from '../../services/mails/queue-mail.ts'

type Asking = Before<Endpoint & { who: 'operator' }>

/** The calling operator, if the password is theirs. */
async function ownerBy(context: Pick<Asking, 'caller' | 'db' | 'random' | 'config' | 'nowMs'>, password: string) {
  const { db, caller } = context
  const operator = await db.query
    .selectFrom('operator')
    .select(['id', 'account', 'name', 'email', 'login_hash'])
    .where('id', '=', caller.operatorId)
    .executeTakeFirstOrThrow()
  const given = { password, stored: operator.login_hash }
  return (await tryOwnPassword(context, { kind: 'operator', id: operator.id }, given)) ? operator : null
}

export const confirmOperatorHandler = handlePrepared(
  confirmOperator,
  async (context) => (await ownerBy(context, context.input.password)) ?? context.refuse('login_password_wrong'),
  async ({ caller, tx, nowMs, random, keepToken }) => {
    keepToken(await renewSession(tx, caller.sessionId, { nowMs, random }))
    return {}
  },
)

export const changeOperatorPasswordHandler = handlePrepared(
  changeOperatorPassword,
  async (context) => {
    const { input, config, refuse } = context
    const operator = await ownerBy(context, input.old)
    if (!operator) return refuse('login_password_wrong', { field: 'old' })
    return { operator, loginHash: await choosePassword({ password: input.password, otherHash: null, config }) }
  },
  async ({ prepared: { operator, loginHash }, caller, tx, nowMs, random, from, refuse, keepToken }) => {
    // Only while the hash is still the one compared, so that one of two changes at once wins.
    const changed = await tx
      .updateTable('operator')
      .set({ login_hash: loginHash })
      .where('id', '=', operator.id)
      .where('login_hash', '=', operator.login_hash)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return refuse('login_password_wrong', { field: 'old' })
    await tx
      .updateTable('session')
      .set({ ended_at: new Date(nowMs) })
      .where('operator_id', '=', operator.id)
      .where('id', '!=', caller.sessionId)
      .where('ended_at', 'is', null)
      .execute()
    await endTickets(tx, { operatorId: operator.id })
    keepToken(await renewSession(tx, caller.sessionId, { nowMs, random, isFormerRefused: true }))
    if (operator.email) {
      const to = { email: operator.email, language: from.language }
      const facts = { name: operator.name, account: operator.account, time: new Date(nowMs).toISOString() }
      await queueMail(tx, { kind: 'operator_password_changed', to, facts }, { nowMs, random })
    }
    return {}
  },
)
