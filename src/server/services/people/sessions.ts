import { hash } from 'node:crypto'
import type { From } from '../calls/caller.ts'
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

/** Opens a session and returns the token that the browser keeps. */
export async function openSession(
  tx: Queryable,
  owner: { playerId: string } | { operatorId: string },
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
  return { token, sessionId }
}

/** How long a renewed session still accepts requests that were sent with its former token. */
const formerServesMs = 10_000

/**
 * Gives a session a new token after its owner has proven who they are. The former token stays valid briefly for requests under way;
 * after a new password it does not, because somebody else may have it.
 */
export async function renewSession(
  tx: Queryable,
  sessionId: string,
  at: { nowMs: number; random: Random; hasSecondFactor?: boolean; isFormerRefused?: boolean },
): Promise<string> {
  const token = newToken(at.random)
  const formerUntil = new Date(at.nowMs + (at.isFormerRefused ? 0 : formerServesMs))
  await tx
    .updateTable('session')
    .set({
      token_hash: tokenHash(token),
      former_hash: (eb) => eb.ref('token_hash'),
      former_until: formerUntil,
      confirmed_at: new Date(at.nowMs),
      ...(at.hasSecondFactor && { second_factor_at: new Date(at.nowMs) }),
    })
    .where('id', '=', sessionId)
    .execute()
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
  // A log-in that waits for its second factor would become a session, so it ends as well.
  if (only === undefined) await tx.deleteFrom('sign_in_ticket').where('player_id', '=', playerId).execute()
  return ended.map(({ id }) => id)
}

/** Ends an operator's session. */
export async function endOperatorSession(tx: Queryable, sessionId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute()
}
