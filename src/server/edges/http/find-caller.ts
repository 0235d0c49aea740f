import type { FastifyRequest } from 'fastify'
import { unattendedHeader } from '#contract/client'
import { statusesEndingSessions } from '#core/rules/account-status'
import { playPauseMs } from '#core/rules/play/reality-check'
import { sessionIdleMs } from '#core/rules/session'
import type { Caller } from '../../services/calls/caller.ts'
import { tokenHash } from '../../services/people/sessions.ts'
import type { App } from '../../world/app.ts'
import { Refusal } from '../../world/refusal.ts'

/**
 * The session's last use is written at most once a minute, not on every request; that is exact enough for an idle limit
 * of days.
 */
const seenEveryMs = 60_000

/** How many callers are remembered; then all are forgotten. */
const rememberedMost = 100_000

type Asked = {
  readonly hash: Buffer
  /** Whether a console sends this by itself, or follows the events, which no person does. */
  readonly isUnattended: boolean
}

type SignedIn = Exclude<Caller, { kind: 'visitor' }>

/** Who holds this token, and when the session was last seen; null when it has ended, expired by idleness or never existed. */
async function findCaller(
  app: App,
  { hash, isUnattended }: Asked,
): Promise<{ caller: SignedIn; seenMs: number } | null> {
  const nowMs = app.clock.nowMs()
  const row = await app.findSession(hash)
  if (!row || row.ended_at) return null
  const idleMs = nowMs - row.seen_at.getTime()
  if (idleMs > sessionIdleMs[row.player_id ? 'player' : 'operator']) return null
  // An operator's session alone: a player's pages ask by themselves as well, and the reality check counts their time.
  const isUnseen = idleMs > seenEveryMs && !(isUnattended && row.operator_id)
  if (isUnseen) {
    await app.db.query
      .updateTable('session')
      .set({ seen_at: new Date(nowMs), ...(idleMs > playPauseMs && { playing_since: new Date(nowMs) }) })
      .where('id', '=', row.id)
      .execute()
  }
  const seenMs = isUnseen ? nowMs : row.seen_at.getTime()
  const session = { sessionId: row.id, confirmedAtMs: row.confirmed_at.getTime() }
  if (row.player_id) return { caller: { kind: 'player', playerId: row.player_id, ...session }, seenMs }
  const isEnrolling = row.second_factor_at === null
  return {
    caller: { kind: 'operator', operatorId: row.operator_id!, role: row.role!, isEnrolling, ...session },
    seenMs,
  }
}

/**
 * For a call that checks the session itself. A token never changes its owner, so whoever held it a moment ago is not looked up again,
 * until the session's last use has to be written.
 */
async function rememberedCaller(app: App, hash: Buffer): Promise<SignedIn | null> {
  const { callers } = app.memory
  const name = hash.toString('hex')
  const known = callers.get(name)
  if (known && app.clock.nowMs() < known.untilMs) return { kind: 'player', ...known }
  const found = await findCaller(app, { hash, isUnattended: false })
  if (found?.caller.kind !== 'player') return found?.caller ?? null
  if (callers.size >= rememberedMost) callers.clear()
  const { playerId, sessionId, confirmedAtMs } = found.caller
  callers.set(name, { playerId, sessionId, confirmedAtMs, untilMs: found.seenMs + seenEveryMs })
  return found.caller
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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call checks that the session holds in the statement that has its effect; see `handleAlone`. */
    checksSession?: boolean
  }
  interface FastifyRequest {
    /** Who makes the request; set by the first look-up. */
    signedIn?: Promise<SignedIn | null>
  }
}

/** Who makes this request, looked up once per request. */
export function callerOf(app: App, request: FastifyRequest, token: string | null): Promise<SignedIn | null> {
  request.signedIn ??= token ? whoHolds(app, request, tokenHash(token)) : Promise.resolve(null)
  return request.signedIn
}

async function whoHolds(app: App, { headers, routeOptions }: FastifyRequest, hash: Buffer): Promise<SignedIn | null> {
  const { checksSession, isStream } = routeOptions.config
  if (checksSession) return rememberedCaller(app, hash)
  const isUnattended = isStream === true || unattendedHeader in headers
  return (await findCaller(app, { hash, isUnattended }))?.caller ?? null
}

/** Refuses the request if its session does not hold now, whatever is remembered of it. */
export async function requireSession(app: App, token: string): Promise<void> {
  if (!(await findCaller(app, { hash: tokenHash(token), isUnattended: false })))
    throw new Refusal('session_broken', await endingState(app, token))
}
