import type { FactorCalls } from '#contract/factors'
import { newToken } from '../../services/people/sessions.ts'
import type { Before, Context } from '../../services/calls/handle.ts'
import { confirmedFactors } from './confirmed.ts'
import { checkCreation, passkeyCreation, relyingParty } from './passkeys.ts'
import { type Settled, welcomeFactor } from './pay-change.ts'
import { deletePending, findPending, lockPending } from './pending.ts'
import { ownedBy, personOf, profileOf } from './person.ts'

type Calls = FactorCalls<'player' | 'operator'>

export async function beginPasskey(
  context: Omit<Context<Calls['beginPasskey'], unknown>, 'prepared'>,
  { person, isProven }: Settled,
) {
  const { input, tx, nowMs, random, from, refuse } = context
  const rpId = relyingParty(from.origin)
  if (!rpId) return refuse('factor_unknown')
  const id = random.uuid()
  const challenge = newToken(random)
  await deletePending(tx, person, 'passkey')
  await tx
    .insertInto('factor')
    .values({
      id,
      ...ownedBy(person),
      kind: 'passkey',
      name: input.name,
      challenge,
      created_at: new Date(nowMs),
      is_proven: isProven,
    })
    .execute()
  const { account } = await profileOf(tx, person)
  const known = (await confirmedFactors(tx, person)).flatMap((each) => each.credential_id ?? [])
  return { id, options: passkeyCreation(rpId, challenge, { person, account, known }) }
}

/** The signature is checked before the transaction begins. */
export async function checkPending({ input, caller, db, nowMs, from, refuse }: Before<Calls['confirmPasskey']>) {
  const pending = await findPending(db.query, personOf(caller), { id: input.id, kind: 'passkey', nowMs })
  if (!pending) return refuse('factor_unknown')
  const made = await checkCreation(input.credential, { challenge: pending.challenge!, origin: from.origin })
  return made ?? refuse('second_factor_wrong')
}

type Made = Awaited<ReturnType<typeof checkPending>>

export async function confirmPasskey({
  input,
  prepared: made,
  refuse,
  ...run
}: Context<Calls['confirmPasskey'], Made>) {
  const { tx, nowMs } = run
  const pending = await lockPending(tx, personOf(run.caller), { id: input.id, kind: 'passkey', nowMs })
  if (!pending) return refuse('factor_unknown')
  const other = await tx.selectFrom('factor').select('id').where('credential_id', '=', made.id).executeTakeFirst()
  if (other) refuse('second_factor_wrong')
  const confirmed = await tx
    .updateTable('factor')
    .set({
      confirmed_at: new Date(nowMs),
      challenge: null,
      credential_id: made.id,
      public_key: made.publicKey,
      counter: BigInt(made.counter),
    })
    .where('id', '=', pending.id)
    .where('confirmed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!confirmed) refuse('factor_unknown')
  return welcomeFactor(run)
}
