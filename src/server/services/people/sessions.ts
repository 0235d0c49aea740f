import { hash } from 'node:crypto'
import { openSessionsMost, sharedSessionsMost } from '#core/rules/session'
import type { From } from '../calls/caller.ts'
import { isShared } from '../demo/demo-people.ts'
import { Refusal } from '../../world/refusal.ts'
import { browserHash } from '../guard/devices.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'

/** The database stores only this hash of a token, so that reading the table does not give access. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** 256 random bits, in a form that is safe in cookies and JSON. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(32)).toString('base64url')
}

type Owner = { playerId: string } | { operatorId: string }

/** The column that refers to this owner, and the id in it. */
const ownerId = (owner: Owner) =>
  'playerId' in owner ? (['player_id', owner.playerId] as const) : (['operator_id', owner.operatorId] as const)

/** Opens a session and returns the token that the browser keeps. Sessions beyond the most that their owner may have are ended. */
export async function openSession(
  tx: Queryable,
  owner: Owner,
  at: { nowMs: number; random: Random; from: From; hasSecondFactor?: boolean },
): Promise<{ token: string; sessionId: string }> {
  const token = newToken(at.random)
  const sessionId = at.random.uuid()
  const now = new Date(at.nowMs)
  await tx
    .insertInto('session')
    .values({
      token_hash: tokenHash(token),
      id: sessionId,
      player_id: 'playerId' in owner ? owner.playerId : null,
      operator_id: 'operatorId' in owner ? owner.operatorId : null,
      created_at: now,
      seen_at: now,
      playing_since: now,
      confirmed_at: now,
      address: at.from.address,
      agent: at.from.agent.slice(0, 300),
      browser: 'playerId' in owner ? browserHash(at.from.device) : null,
      second_factor_at: at.hasSecondFactor ? now : null,
    })
    .execute()
  await endSurplus(tx, owner, { nowMs: at.nowMs, opened: sessionId })
  return { token, sessionId }
}

/**
 * Ends the sessions that were not used for the longest time. Log-ins at the same moment do not see each other's session, so they may
 * leave some too many, which the next log-in ends.
 */
async function endSurplus(tx: Queryable, owner: Owner, { nowMs, opened }: { nowMs: number; opened: string }) {
  const [column, id] = ownerId(owner)
  const most = (await isShared(tx, owner)) ? sharedSessionsMost : openSessionsMost
  const surplus = tx
    .selectFrom('session')
    .select('id')
    .where(column, '=', id)
    .where('ended_at', 'is', null)
    .where('id', '!=', opened)
    .orderBy('seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(most - 1)
  await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('id', 'in', surplus)
    .where('ended_at', 'is', null)
    .execute()
}

/**
 * How long a renewed session still accepts requests that were sent with its former token. Where the answer with the new one was lost, the
 * page gives up on it after fifteen seconds, and somebody presses again.
 */
const formerServesMs = 60_000

/**
 * Gives a session a new token after its owner has proven who they are. The former token stays valid briefly for requests under way;
 * after a new password it does not, because somebody else may have it. A session that ended meanwhile gets none: its request was sent
 * before, and would otherwise go on after the owner had ended it.
 */
export async function renewSession(
  tx: Queryable,
  sessionId: string,
  at: { nowMs: number; random: Random; hasSecondFactor?: boolean; isFormerRefused?: boolean },
): Promise<string> {
  const token = newToken(at.random)
  const formerUntil = new Date(at.nowMs + (at.isFormerRefused ? 0 : formerServesMs))
  const renewed = await tx
    .updateTable('session')
    .set({
      token_hash: tokenHash(token),
      former_hash: (eb) => eb.ref('token_hash'),
      former_until: formerUntil,
      confirmed_at: new Date(at.nowMs),
      ...(at.hasSecondFactor && { second_factor_at: new Date(at.nowMs) }),
    })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!renewed) throw new Refusal('session_broken')
  return token
}

/** Ends all sessions of a player, or all but one; their tokens are refused from the commit on. */
export async function endSessions(
  tx: Queryable,
  playerId: string,
  { nowMs, only, except }: { nowMs: number; only?: string; except?: string },
): Promise<string[]> {
  const ended = await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('player_id', '=', playerId)
    .where('ended_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .$if(except !== undefined, (query) => query.where('id', '!=', except!))
    .returning('id')
    .execute()
  if (only === undefined) await endTickets(tx, { playerId })
  return ended.map(({ id }) => id)
}

/**
 * Ends the log-ins that wait for a second factor, because they would become sessions, and changes of factors. The rows stay: their spent
 * attempts limit guesses, and a thief with a session could reset that limit by ending the others.
 */
export async function endTickets(tx: Queryable, owner: Owner): Promise<void> {
  const [column, id] = ownerId(owner)
  // Long ago instead of now: a request under way compares with the instant at which it began, by the clock of its own node.
  const longAgo = new Date(0)
  await tx
    .updateTable('sign_in_ticket')
    .set({ expires_at: longAgo })
    .where(column, '=', id)
    .where('used_at', 'is', null)
    .where('expires_at', '>', longAgo)
    .execute()
}

/** Ends an operator's session. */
export async function endOperatorSession(tx: Queryable, sessionId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute()
}
