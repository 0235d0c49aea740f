import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/endpoint'
import type { OperatorRole } from '#contract/ops'
import { sessionIdleMs } from '#core/rules/session'
import type { App } from '../app.ts'
import type { Queryable } from '../db/database.ts'
import type { Random } from '../random.ts'

type PlayerCaller = { readonly kind: 'player'; readonly playerId: string; readonly sessionId: string }
type OperatorCaller = {
  readonly kind: 'operator'
  readonly operatorId: string
  readonly role: OperatorRole
  readonly sessionId: string
}
export type Caller = { readonly kind: 'visitor' } | PlayerCaller | OperatorCaller

/** Whom a handler of this call can meet. */
export type CallerOf<E extends Endpoint> = E['who'] extends 'player'
  ? PlayerCaller
  : E['who'] extends 'operator'
    ? OperatorCaller
    : Caller

/** What a handler may know about where a request came from. */
export type From = { readonly address: string; readonly agent: string; readonly language: string }

/** A token's only form in the database: whoever reads the table cannot use what is in it. */
function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Opens a session and returns the token that the browser keeps; 256 bits, known to nobody else. */
export async function openSession(
  tx: Queryable,
  owner: { playerId: string } | { operatorId: string },
  at: { nowMs: number; random: Random; from: From },
): Promise<{ token: string; sessionId: string }> {
  const token = Buffer.from(at.random.bytes(32)).toString('base64url')
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
      address: at.from.address,
      agent: at.from.agent.slice(0, 300),
    })
    .execute()
  return { token, sessionId }
}

/** Ends a session for good; its token is refused from the commit on. */
export async function endSession(tx: Queryable, sessionId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute()
}

/** Writing on every request would be a write per read; a minute is exact enough for an idle limit of days. */
const seenEveryMs = 60_000

/** Who holds this token; null when the session ended, idled out or never was. */
export async function findCaller(app: App, token: string): Promise<Exclude<Caller, { kind: 'visitor' }> | null> {
  const nowMs = app.clock.nowMs()
  const hash = tokenHash(token)
  const row = await app.db.query
    .selectFrom('session')
    .leftJoin('operator', 'operator.id', 'session.operator_id')
    .select(['session.id', 'player_id', 'operator_id', 'seen_at', 'ended_at', 'role'])
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  if (!row || row.ended_at) return null
  const idleMs = nowMs - row.seen_at.getTime()
  if (idleMs > sessionIdleMs[row.player_id ? 'player' : 'operator']) return null
  if (idleMs > seenEveryMs) {
    await app.db.query
      .updateTable('session')
      .set({ seen_at: new Date(nowMs) })
      .where('token_hash', '=', hash)
      .execute()
  }
  if (row.player_id) return { kind: 'player', playerId: row.player_id, sessionId: row.id }
  return { kind: 'operator', operatorId: row.operator_id!, role: row.role as OperatorRole, sessionId: row.id }
}
