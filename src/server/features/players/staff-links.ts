import { sql } from 'kysely'
import { becomeStaff } from '../../services/people/become-staff.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { isMailboxOf, mailboxOf } from '../../services/people/mailbox.ts'
import type { Tx } from '../../world/members/database.ts'

type Link = {
  readonly playerId: string
  /** Which operator said so and why; null where the e-mail address shows it. */
  readonly said: { readonly why: string; readonly by: string } | null
  readonly nowMs: number
}

/**
 * Records that an account belongs to an operator or to somebody close to one. A normal account becomes `staff` as soon as it is
 * certified, and cannot bet; any other status stays, and cannot return to normal.
 */
export async function linkStaff(tx: Tx, { playerId, said, nowMs }: Link): Promise<void> {
  // A link that is lifted at this moment is lifted before this one is made.
  await lockPlayer(tx, playerId)
  await tx
    .insertInto('staff_link')
    .values({ player_id: playerId, why: said?.why ?? null, linked_by: said?.by ?? null, linked_at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await becomeStaff(tx, playerId)
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
 * Taken before an e-mail address is used: shared by players, exclusively by a new operator. Otherwise a player and an
 * operator with the same address could each check before the other commits, and neither would find the other.
 */
export async function lockAddresses(tx: Tx, as: 'player' | 'operator'): Promise<void> {
  if (as === 'player') await sql`select pg_advisory_xact_lock_shared(${addressLock})`.execute(tx)
  else await sql`select pg_advisory_xact_lock(${addressLock})`.execute(tx)
}

/** Whether a current operator has this address, ignoring case and any `+tag`. */
export async function isOperatorsAddress(tx: Tx, email: string): Promise<boolean> {
  const operators = await tx
    .selectFrom('operator')
    .select('email')
    .where('left_at', 'is', null)
    .where('email', 'is not', null)
    .execute()
  return operators.some((each) => mailboxOf(each.email!) === mailboxOf(email))
}

/** For a player who registers with an address or changes to it. The addresses are locked. */
export async function linkByAddress(tx: Tx, player: { id: string; email: string }, nowMs: number): Promise<void> {
  if (await isOperatorsAddress(tx, player.email)) await linkStaff(tx, { playerId: player.id, said: null, nowMs })
}

/** For a player whose address is about to change: whoever works here and had its mailbox still decides nothing about the account. */
export async function keepOwn(tx: Tx, player: { id: string; email: string }, nowMs: number): Promise<void> {
  const operators = await tx.selectFrom('operator').select('id').where(isMailboxOf(player.email)).execute()
  if (operators.length === 0) return
  const left = { player_id: player.id, left_at: new Date(nowMs) }
  await tx
    .insertInto('own_player')
    .values(operators.map(({ id }) => ({ ...left, operator_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** For a new operator who already plays. The addresses are locked. */
export async function linkPlayersAt(tx: Tx, email: string, nowMs: number): Promise<void> {
  const players = await tx.selectFrom('player').select('id').where(isMailboxOf(email)).orderBy('id').execute()
  for (const { id } of players) await linkStaff(tx, { playerId: id, said: null, nowMs })
}
