import { sql } from 'kysely'
import { shortfallRepaid } from '#core/ledger/cash'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { derivedId } from './derived-id.ts'
import { post } from './post.ts'

/** What a player owes from reversed top-ups, less what was repaid. */
export async function owedBy(db: Queryable, playerId: string): Promise<Cents> {
  const { rows } = await sql<{ missing: bigint; since: Date | null }>`
    select coalesce(sum(shortfall), 0)::bigint as missing, min(at) as since from deposit_reversal
    where player_id = ${playerId} and shortfall > 0`.execute(db)
  const { missing, since } = rows[0]!
  return since === null ? zeroCents : ((missing - (await repaidBy(db, playerId, since))) as Cents)
}

/** Pays what the owner of an account that is being closed owes, as far as the balance goes; returns what they owe then. */
export async function repayAtClosing(tx: Tx, playerId: string, atMs: number): Promise<Cents> {
  const owed = await owedBy(tx, playerId)
  if (owed === zeroCents) return zeroCents
  // Locked, so that no bet takes of it meanwhile.
  const { rows } = await sql<{ balance: Cents }>`
    select lock_accounts(${[`player:${playerId}:available`]}) as balance`.execute(tx)
  const { balance } = rows[0]!
  const paid = owed < balance ? owed : balance
  if (paid > 0n) {
    const postings = shortfallRepaid(playerId, paid)
    await post(tx, { id: derivedId(playerId, 'repaid_at_closing'), kind: 'shortfall_repaid', postings, atMs })
  }
  return (owed - paid) as Cents
}

const dayMs = 24 * 3_600_000

/**
 * A player's own accounts may have any number of entries, and entries are not indexed by transfer. The house's account for reversals has
 * few, and which of them are this player's follows from the ids of their top-ups and withdrawals, and from the player's id. A day is allowed for nodes whose
 * clocks differ.
 */
async function repaidBy(db: Queryable, playerId: string, since: Date): Promise<Cents> {
  const idsIn = async (table: 'deposit' | 'withdrawal') =>
    db.selectFrom(table).select('id').where('player_id', '=', playerId).execute()
  const ids = [
    ...(await idsIn('deposit')).map(({ id }) => derivedId(id, 'repaid')),
    ...(await idsIn('withdrawal')).map(({ id }) => derivedId(id, 'repaid_before')),
    derivedId(playerId, 'repaid_at_closing'),
  ]
  const { rows } = await sql<{ repaid: bigint }>`
    with repaid as materialized (
      select transfer_number, amount from entry
      where account_id = (select id from account where ref = 'house:reversals') and at >= ${new Date(since.getTime() - dayMs)})
    select coalesce(sum(amount), 0)::bigint as repaid from repaid
    where transfer_number in (select number from transfer where id = any (${ids}::uuid[]))`.execute(db)
  return rows[0]!.repaid as Cents
}
