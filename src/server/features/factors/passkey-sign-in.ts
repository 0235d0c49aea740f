import { createHmac } from 'node:crypto'
import { answerPasskeySignIn, askPasskeySignIn } from '#contract/second-factor'
import type { RunningConfig } from '../../world/app.ts'
import { newToken } from '../../services/people/sessions.ts'
import { handle, handlePrepared } from '../../services/calls/handle.ts'
import { deriveKey } from '../../world/secrets/secret.ts'
import { letIn } from './answer-second-factor.ts'
import { confirmedFactors } from './confirmed.ts'
import { passkeyRequest, relyingParty } from './passkeys.ts'
import { lockPerson } from './person.ts'
import { takeAssertion } from './prove.ts'
import { openTicket, payTry, takeTicket } from './tickets.ts'

/**
 * Passkey log-in for operators. It cannot be guessed and is never locked, so an operator can log in even while somebody
 * else guesses at their password. Every account name gets a challenge, so that nobody learns who works here.
 */
export const askPasskeySignInHandler = handle(askPasskeySignIn, async ({ input, tx, config, random, ...at }) => {
  const rpId = relyingParty(at.from.origin)
  if (!rpId) return { ticket: newToken(random), passkey: null }
  const account = input.account.trim().toLowerCase()
  const operator = await tx
    .selectFrom('operator')
    .select('id')
    .where('account', '=', account)
    .where('left_at', 'is', null)
    .executeTakeFirst()
  const person = operator && ({ kind: 'operator', id: operator.id } as const)
  const passkeys = person
    ? (await confirmedFactors(tx, person)).flatMap(({ credential_id }) => credential_id ?? [])
    : []
  if (!person || passkeys.length === 0) {
    const request = passkeyRequest(rpId, { challenge: newToken(random), credentialIds: noKeysOf(account, config) })
    return { ticket: newToken(random), passkey: { ...request, userVerification: 'required' as const } }
  }
  const { ticket, passkey } = await openTicket(tx, person, { purpose: 'passkey', random, ...at })
  return { ticket, passkey: { ...passkey!, userVerification: 'required' as const } }
})

/** How many bytes the ids have that phones, security keys and Windows give. */
const idLengths = [16, 20, 32, 64]

/**
 * The ids of passkeys that do not exist, always the same for an account name. Some names have two, and their lengths differ as real ones do:
 * otherwise whoever has an id of another length, or two, would work here.
 */
function noKeysOf(account: string, { pepper }: RunningConfig): string[] {
  const key = deriveKey(pepper, 'passkeys of nobody')
  const bytesOf = (what: string) => createHmac('sha512', key).update(`${what}:${account}`).digest()
  const [count, ...lengths] = bytesOf('how many and how long')
  return lengths
    .slice(0, 1 + (count! % 2))
    .map((length, at) => bytesOf(`id ${at}`).toString('base64url', 0, idLengths[length % idLengths.length]))
}

export const answerPasskeySignInHandler = handlePrepared(
  answerPasskeySignIn,
  async ({ input, db, nowMs, refuse }) =>
    (await payTry(db, input.ticket, { purpose: 'passkey', nowMs })) ?? refuse('second_factor_wrong'),
  async ({ input, prepared: ticket, ...context }) => {
    const { tx, nowMs, refuse } = context
    await lockPerson(tx, ticket.person)
    const isTaken = await takeTicket(tx, ticket, nowMs)
    // As the only proof it must verify two things: the key, and its owner by fingerprint, face or PIN.
    const given = { assertion: input.assertion, verification: 'required', ...context } as const
    if (!isTaken || !(await takeAssertion(tx, ticket, given))) refuse('second_factor_wrong')
    const account = await letIn(context, ticket.person)
    return account === null ? refuse('second_factor_wrong') : { next: 'done' as const, account }
  },
)
