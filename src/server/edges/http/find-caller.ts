import type { FastifyRequest } from 'fastify'
import { statusesEndingSessions } from '#core/rules/account-status'
import { playPauseMs } from '#core/rules/play/reality-check'
import { sessionIdleMs } from '#core/rules/session'
import type { Caller } from '../../services/calls/caller.ts'
import { tokenHash } from '../../services/people/sessions.ts'
import type { App } from '../../world/app.ts'

/**
 * The session's last use is written at most once a minute, not on every request; that is exact enough for an idle limit
 * of days.
 */
const seenEveryMs = 60_000

/** Who holds this token; null when the session has ended, expired by idleness or never existed. */
async function findCaller(app: App, token: string): Promise<Exclude<Caller, { kind: 'visitor' }> | null> {
  const nowMs = app.clock.nowMs()
  const row = await app.findSession(tokenHash(token))
  if (!row || row.ended_at) return null
  const idleMs = nowMs - row.seen_at.getTime()
  if (idleMs > sessionIdleMs[row.player_id ? 'player' : 'operator']) return null
  if (idleMs > seenEveryMs) {
    await app.db.query
      .updateTable('session')
      .set({ seen_at: new Date(nowMs), ...(idleMs > playPauseMs && { playing_since: new Date(nowMs) }) })
      .where('id', '=', row.id)
      .execute()
  }
  const session = { sessionId: row.id, confirmedAtMs: row.confirmed_at.getTime() }
  if (row.player_id) {
    const isExcluded = row.excluded_until !== null && row.excluded_until.getTime() > nowMs
    return { kind: 'player', playerId: row.player_id, isExcluded, ...session }
  }
  const isEnrolling = row.second_factor_at === null
  return { kind: 'operator', operatorId: row.operator_id!, role: row.role!, isEnrolling, ...session }
}

/** The account status that ended this session, so that the person who was logged out can be told why. */
export async function endingState(app: App, token: string): Promise<{ state?: string }> {
  const row = await app.db.query
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select('player.status')
    .where('token_hash', '=', tokenHash(token))
    .where('ended_at', 'is not', null)
    .where('player.status', 'in', statusesEndingSessions)
    .executeTakeFirst()
  return row ? { state: row.status } : {}
}

type SignedIn = Awaited<ReturnType<typeof findCaller>>

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; set by the first look-up. */
    signedIn?: Promise<SignedIn>
  }
}

/** Who makes this request, looked up once per request. */
export function callerOf(app: App, request: FastifyRequest, token: string | null): Promise<SignedIn> {
  request.signedIn ??= token ? findCaller(app, token) : Promise.resolve(null)
  return request.signedIn
}
