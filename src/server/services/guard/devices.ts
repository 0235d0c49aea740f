import { createHash } from 'node:crypto'
import type { Queryable } from '../../world/members/database.ts'
import type { Random } from '../../world/random.ts'

/** The account that a browser was logged in to. */
export type DeviceOwner = { readonly playerId: string } | { readonly operatorId: string }

/** An id that nobody has, so that an unknown name costs the same queries as a known one. */
export const nobody = '00000000-0000-0000-0000-000000000000'

const ownerColumns = (owner: DeviceOwner) => ({
  player_id: 'playerId' in owner ? owner.playerId : null,
  operator_id: 'operatorId' in owner ? owner.operatorId : null,
})

const hashed = (token: string) => createHash('sha256').update(token).digest()

/**
 * A token is `<browser>.<secret>`: the first part stays with the browser whichever account it logs in to, so that accounts used in one
 * browser can be found; the second is new for each account. Tokens of former releases have no first part; it is made from the whole.
 */
const writtenToken = /^(?:([\w-]{22})\.)?[\w-]{43}$/

function browserPart(token: string | null): string | null {
  const written = token === null ? null : writtenToken.exec(token)
  return written && (written[1] ?? hashed(`browser ${token}`).subarray(0, 16).toString('base64url'))
}

/** What the database stores of a browser; null where the request brought no token that we could have written. */
export function browserHash(token: string | null): Buffer | null {
  const part = browserPart(token)
  return part === null ? null : hashed(part)
}

/** Whether this browser was logged in to that account before. Also called for unknown accounts, so that timing reveals nothing. */
export async function isKnownDevice(query: Queryable, token: string | null, owner: DeviceOwner): Promise<boolean> {
  if (!token) return false
  const { player_id, operator_id } = ownerColumns(owner)
  const row = await query
    .selectFrom('known_device')
    .select('token_hash')
    .where('token_hash', '=', hashed(token))
    .where((eb) => eb.or([eb('player_id', '=', player_id), eb('operator_id', '=', operator_id)]))
    .executeTakeFirst()
  return !!row
}

const oldestMost = 5

/**
 * Whether this browser is one of the five that the account has known longest. Whoever has its password can make it know any number of
 * others.
 */
export async function isLongKnownDevice(query: Queryable, token: string | null, playerId: string): Promise<boolean> {
  if (!token) return false
  const oldest = await query
    .selectFrom('known_device')
    .select('token_hash')
    .where('player_id', '=', playerId)
    .orderBy('created_at')
    .orderBy('token_hash')
    .limit(oldestMost)
    .execute()
  return oldest.some(({ token_hash: known }) => known.equals(hashed(token)))
}

/** Remembers the browser after a log-in; returns its new token, or null if its present one is valid. */
export async function rememberDevice(
  query: Queryable,
  owner: DeviceOwner,
  at: { token: string | null; nowMs: number; random: Random },
): Promise<string | null> {
  const seen_at = new Date(at.nowMs)
  if (at.token && (await isKnownDevice(query, at.token, owner))) {
    await query.updateTable('known_device').set({ seen_at }).where('token_hash', '=', hashed(at.token)).execute()
    return null
  }
  const browser = browserPart(at.token) ?? Buffer.from(at.random.bytes(16)).toString('base64url')
  const token = `${browser}.${Buffer.from(at.random.bytes(32)).toString('base64url')}`
  await query
    .insertInto('known_device')
    .values({ token_hash: hashed(token), ...ownerColumns(owner), created_at: seen_at, seen_at })
    .execute()
  return token
}

/** Forgets every browser of a recovered account, because an old browser may be the thief's. */
export async function forgetDevices(query: Queryable, owner: DeviceOwner): Promise<void> {
  const { player_id, operator_id } = ownerColumns(owner)
  await query
    .deleteFrom('known_device')
    .where((eb) => eb.or([eb('player_id', '=', player_id), eb('operator_id', '=', operator_id)]))
    .execute()
}
