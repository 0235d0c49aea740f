import { sql } from 'kysely'
import type { Tx } from '../../world/members/database.ts'

type Link = {
  readonly playerId: string
  /** Who said so and why; null where the address told it. */
  readonly said: { readonly why: string; readonly by: string } | null
  readonly nowMs: number
}

/**
 * Writes down that an account is an operator's or of somebody close to one. One that is in order stops playing with it; any
 * other status stays, and does not lead back to normal.
 */
export async function linkStaff(tx: Tx, { playerId, said, nowMs }: Link): Promise<void> {
  await tx
    .insertInto('staff_link')
    .values({ player_id: playerId, why: said?.why ?? null, linked_by: said?.by ?? null, linked_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .updateTable('player')
    .set({ status: 'staff' })
    .where('id', '=', playerId)
    .where('status', '=', 'normal')
    .execute()
}

export async function liftLink(tx: Tx, lifting: { playerId: string; by: string; nowMs: number }): Promise<void> {
  await tx
    .updateTable('staff_link')
    .set({ lifted_by: lifting.by, lifted_at: new Date(lifting.nowMs) })
    .where('player_id', '=', lifting.playerId)
    .where('lifted_at', 'is', null)
    .execute()
}

export async function standingLink(tx: Tx, playerId: string) {
  const link = await tx
    .selectFrom('staff_link')
    .leftJoin('operator', 'operator.id', 'linked_by')
    .select(['why', 'operator.account as by', 'linked_at'])
    .where('player_id', '=', playerId)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
  return link ? { why: link.why, by: link.by, at: link.linked_at.getTime() } : null
}

const addressLock = 7_261_026

/**
 * Taken before an address is: shared by players, whole by whoever becomes an operator. Each would otherwise look for the other
 * before the other's commit, and neither would find anybody.
 */
export async function lockAddresses(tx: Tx, as: 'player' | 'operator'): Promise<void> {
  if (as === 'player') await sql`select pg_advisory_xact_lock_shared(${addressLock})`.execute(tx)
  else await sql`select pg_advisory_xact_lock(${addressLock})`.execute(tx)
}

/** Whether somebody who works here has this address, in whatever case and with or without a `+tag`. */
export async function isOperatorsAddress(tx: Tx, email: string): Promise<boolean> {
  const operators = await tx
    .selectFrom('operator')
    .select('email')
    .where('left_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  return operators.some((each) => mailboxOf(each.email!) === mailboxOf(email))
}

/** Mail to `an+anything@…` arrives at `an@…`. */
const tag = String.raw`\+[^@]*@`
const mailboxOf = (email: string) => email.toLowerCase().replace(new RegExp(tag), '@')

/** For whoever takes an address: registers with it, or changes to it. The addresses are locked. */
export async function linkByAddress(tx: Tx, player: { id: string; email: string }, nowMs: number): Promise<void> {
  if (await isOperatorsAddress(tx, player.email)) await linkStaff(tx, { playerId: player.id, said: null, nowMs })
}

/** For whoever becomes an operator and plays already. The addresses are locked. */
export async function linkPlayersAt(tx: Tx, email: string, nowMs: number): Promise<void> {
  const players = await tx
    .selectFrom('player')
    .select('id')
    .where(sql<string>`regexp_replace(lower(email), ${tag}, '@')`, '=', mailboxOf(email))
    .orderBy('id')
    .execute()
  for (const { id } of players) await linkStaff(tx, { playerId: id, said: null, nowMs })
}
