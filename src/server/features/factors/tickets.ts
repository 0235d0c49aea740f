import { codeGuessesPerHour, ticketLifeMs, ticketTries } from '#core/rules/second-factor'
import type { Db, Queryable, Tx } from '../../world/members/database.ts'
import { newToken, tokenHash } from '../../services/people/sessions.ts'
import type { From } from '../../services/calls/caller.ts'
import type { Random } from '../../world/random.ts'
import { confirmedFactors } from './confirmed.ts'
import { passkeyRequest, relyingParty } from './passkeys.ts'
import { type Person, columnOf, ownedBy } from './person.ts'
import { codesLeft } from './recovery-codes.ts'

type Purpose = 'sign_in' | 'change' | 'passkey'
type At = { readonly nowMs: number; readonly random: Random; readonly from: From }

/** A ticket whose next attempt is already spent. */
export type Ticket = { readonly hash: Buffer; readonly person: Person; readonly challenge: string }

const hourMs = 3_600_000

/** Issues a ticket and lists the factors that can answer it; an empty list where the person has none. */
export async function openTicket(tx: Tx, person: Person, { purpose, nowMs, random, from }: At & { purpose: Purpose }) {
  const token = newToken(random)
  const challenge = newToken(random)
  await tx
    .insertInto('sign_in_ticket')
    .values({
      token_hash: tokenHash(token),
      ...ownedBy(person),
      purpose,
      challenge,
      tries_left: ticketTries,
      created_at: new Date(nowMs),
      expires_at: new Date(nowMs + ticketLifeMs),
    })
    .execute()
  const factors = await confirmedFactors(tx, person)
  const rpId = relyingParty(from.origin)
  const passkeys = factors.filter((each) => each.kind === 'passkey').map((each) => each.credential_id!)
  const isOffered = {
    totp: factors.some((each) => each.kind === 'totp'),
    passkey: rpId !== null && passkeys.length > 0,
    recovery: factors.length > 0 && (await codesLeft(tx, person)) > 0,
  }
  return {
    ticket: token,
    ways: (['totp', 'passkey', 'recovery'] as const).filter((way) => isOffered[way]),
    passkey: rpId !== null && isOffered.passkey ? passkeyRequest(rpId, { challenge, credentialIds: passkeys }) : null,
  }
}

/** After a correct password: the request for a second factor, or null where the person has none. */
export async function askSecondFactor(tx: Tx, person: Person, at: At) {
  if ((await confirmedFactors(tx, person)).length === 0) return null
  return { next: 'second_factor' as const, ...(await openTicket(tx, person, { purpose: 'sign_in', ...at })) }
}

/**
 * Spends one attempt of a ticket, committed before the answer is checked, so that no refusal, crash or parallel request
 * gives it back. Null where the ticket is unknown, used, out of attempts, expired or for another purpose.
 */
export async function payTry(
  db: Db,
  token: string,
  { purpose, nowMs }: { purpose: Purpose; nowMs: number },
): Promise<Ticket | null> {
  const paid = await db.query
    .updateTable('sign_in_ticket')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('token_hash', '=', tokenHash(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', new Date(nowMs))
    .returning(['token_hash', 'player_id', 'operator_id', 'challenge'])
    .executeTakeFirst()
  if (!paid) return null
  const person: Person = paid.player_id
    ? { kind: 'player', id: paid.player_id }
    : { kind: 'operator', id: paid.operator_id! }
  return { hash: paid.token_hash, person, challenge: paid.challenge }
}

/**
 * Seconds until this person's codes are accepted again; null where they are accepted now. Tickets that were answered
 * correctly do not count.
 */
export async function codesClosedFor(db: Queryable, person: Person, nowMs: number): Promise<number | null> {
  const { tries, first } = await db
    .selectFrom('sign_in_ticket')
    .select((eb) => [
      eb.fn.sum<bigint | null>(eb(eb.val(ticketTries), '-', eb.ref('tries_left'))).as('tries'),
      eb.fn.min('created_at').as('first'),
    ])
    .where(columnOf(person), '=', person.id)
    .where('created_at', '>', new Date(nowMs - hourMs))
    .where('used_at', 'is', null)
    // Anybody can open such a ticket and answer it wrongly; that must not lock the owner's codes.
    .where('purpose', '!=', 'passkey')
    .executeTakeFirstOrThrow()
  if (Number(tries ?? 0) <= codeGuessesPerHour) return null
  return Math.ceil((first.getTime() + hourMs - nowMs) / 1000)
}

/** Uses a ticket up; false where another request used it first, or it was ended meanwhile. */
export async function takeTicket(tx: Tx, ticket: Ticket, nowMs: number): Promise<boolean> {
  const taken = await tx
    .updateTable('sign_in_ticket')
    .set({ used_at: new Date(nowMs) })
    .where('token_hash', '=', ticket.hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', new Date(nowMs))
    .returning('token_hash')
    .executeTakeFirst()
  return taken !== undefined
}
