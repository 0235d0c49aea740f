import { hash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint'
import type { OperatorRole } from '#contract/ops'
import { statusesEndingSessions } from '#core/rules/account-status'
import { playPauseMs } from '#core/rules/play/reality-check'
import { sessionIdleMs } from '#core/rules/session'
import type { App } from '../app.ts'
import type { Db, Queryable } from '../db/database.ts'
import { askTogether } from '../db/together.ts'
import type { Random } from '../random.ts'

type PlayerCaller = {
  readonly kind: 'player'
  readonly playerId: string
  readonly sessionId: string
  /** When the login password was last given in this session. */
  readonly confirmedAtMs: number
  /** Whether they shut themselves out of playing, by the player's row as it was when the session was looked up. */
  readonly isExcluded: boolean
}
type OperatorCaller = {
  readonly kind: 'operator'
  readonly operatorId: string
  readonly role: OperatorRole
  readonly sessionId: string
  readonly confirmedAtMs: number
  /** Logged in by password alone, to set up a second factor and for nothing else. */
  readonly isEnrolling: boolean
}
export type Caller = { readonly kind: 'visitor' } | PlayerCaller | OperatorCaller

/** Whom a handler of this call can meet. */
export type CallerOf<E extends Endpoint> = E['who'] extends 'player'
  ? PlayerCaller
  : E['who'] extends 'operator'
    ? OperatorCaller
    : Caller

/** What a handler may know about where a request came from. */
export type From = {
  readonly address: string
  readonly agent: string
  readonly language: string
  /** The token of a browser that was logged in before. */
  readonly device: string | null
  /** The token of a visitor who wrote to customer service. */
  readonly visitor: string | null
  /** The address of the app that was asked, as a browser names it. */
  readonly origin: string
}

/** A token's only form in the database: whoever reads the table cannot use what is in it. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** 256 bits that nobody else knows, in a form that travels in cookies and JSON. */
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
      second_factor_at: at.hasSecondFactor ? now : null,
    })
    .execute()
  return { token, sessionId }
}

/** How long a renewed session still knows requests that were under way with its former token. */
const formerServesMs = 10_000

/**
 * A new token for a session whose owner has just proven who they are. The former one serves what is under way, or, after a new
 * password, nothing at all: somebody else may have it.
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

/** Ends sessions of a player for good, all or all but one; their tokens are refused from the commit on. */
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
  // A log-in that waits for its second factor is on the way to a session and ends with the others.
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

/** Writing on every request would be a write per read; a minute is exact enough for an idle limit of days. */
const seenEveryMs = 60_000

type SessionRow = {
  token_hash: Buffer
  id: string
  player_id: string | null
  operator_id: string | null
  seen_at: Date
  confirmed_at: Date
  ended_at: Date | null
  second_factor_at: Date | null
  role: OperatorRole | null
  excluded_until: Date | null
}

const sessionsByToken = {
  name: 'sessions_by_token',
  text: `
    select token_hash, session.id, player_id, operator_id, seen_at, confirmed_at, ended_at, second_factor_at, role, excluded_until
    from session
    left join operator on operator.id = session.operator_id
    left join player on player.id = session.player_id
    where token_hash = any($1::bytea[]) and operator.left_at is null`,
}

/** A request that was sent before its session was renewed. Nothing that asks for the password again is done with it. */
const sessionsByFormerToken = {
  name: 'sessions_by_former_token',
  text: `
    select former_hash as token_hash, session.id, player_id, operator_id, seen_at, to_timestamp(0) as confirmed_at, ended_at,
      second_factor_at, role, excluded_until
    from session
    left join operator on operator.id = session.operator_id
    left join player on player.id = session.player_id
    where former_hash = any($1::bytea[]) and former_until > $2 and operator.left_at is null`,
}

type FindSession = (hash: Buffer) => Promise<SessionRow | undefined>

const finders = new WeakMap<Db, FindSession>()

/** Every request begins with this, so requests that come together are looked up together. */
function sessionFinder({ db, clock }: App): FindSession {
  const known = finders.get(db)
  if (known) return known
  const find = askTogether<Buffer, SessionRow | undefined>(async (hashes) => {
    const { rows } = await db.pool.query<SessionRow>({ ...sessionsByToken, values: [hashes] })
    const found = new Map(rows.map((row) => [row.token_hash.toString('hex'), row]))
    const unknown = hashes.filter((hash) => !found.has(hash.toString('hex')))
    if (unknown.length > 0) {
      const values = [unknown, new Date(clock.nowMs())]
      const former = await db.pool.query<SessionRow>({ ...sessionsByFormerToken, values })
      for (const row of former.rows) found.set(row.token_hash.toString('hex'), row)
    }
    return hashes.map((hash) => found.get(hash.toString('hex')))
  })
  finders.set(db, find)
  return find
}

/** Who holds this token; null when the session ended, idled out or never was. */
async function findCaller(app: App, token: string): Promise<Exclude<Caller, { kind: 'visitor' }> | null> {
  const nowMs = app.clock.nowMs()
  const hash = tokenHash(token)
  const row = await sessionFinder(app)(hash)
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

/** The account's state, where it is one that ended this session: whoever is logged out by it is told so. */
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

const asked = new WeakMap<FastifyRequest, Promise<SignedIn>>()

/** Who makes this request, looked up once for all who ask. */
export function callerOf(app: App, request: FastifyRequest, token: string | null): Promise<SignedIn> {
  const known = asked.get(request)
  if (known) return known
  const caller = token ? findCaller(app, token) : Promise.resolve(null)
  asked.set(request, caller)
  return caller
}
