import type { FactorCalls } from '#contract/factors'
import type { Context } from '../../services/calls/handle.ts'
import { type Settled, welcomeFactor } from './pay-change.ts'
import { deletePending, lockPending } from './pending.ts'
import { columnOf, personOf, profileOf } from './person.ts'
import { insertTotp, openTotpSecret, secretText, totpStep, totpUri } from './totp.ts'

type Calls = FactorCalls<'player' | 'operator'>

export async function beginTotp(
  context: Omit<Context<Calls['beginTotp'], unknown>, 'prepared'>,
  { person, isProven }: Settled,
) {
  const { input, tx, nowMs, random, config } = context
  const id = random.uuid()
  const secret = secretText(random.bytes(20))
  await deletePending(tx, person, 'totp')
  const begun = { id, name: input.name, secret, atMs: nowMs, isConfirmed: false, isProven }
  await insertTotp(tx, person, { ...begun, pepper: config.pepper })
  const { account } = await profileOf(tx, person)
  return { id, uri: totpUri(secret, account), secret }
}

export async function confirmTotp({ input, refuse, ...run }: Context<Calls['confirmTotp'], undefined>) {
  const { tx, nowMs, config } = run
  const person = personOf(run.caller)
  const pending = await lockPending(tx, person, { id: input.id, kind: 'totp', nowMs })
  if (!pending) return refuse('factor_unknown')
  const step = totpStep(openTotpSecret(config.pepper, person, pending.secret!), input.code, nowMs)
  if (step === null) return refuse('second_factor_wrong')
  await tx
    .deleteFrom('factor')
    .where(columnOf(person), '=', person.id)
    .where('kind', '=', 'totp')
    .where('id', '<>', pending.id)
    .execute()
  const confirmed = await tx
    .updateTable('factor')
    .set({ confirmed_at: new Date(nowMs), last_step: step })
    .where('id', '=', pending.id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) refuse('factor_unknown')
  return welcomeFactor(run)
}
