import { sql } from 'kysely'
import type { Cents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

/** What a player owes from reversed top-ups, less what later top-ups repaid. */
export async function owedBy(db: Queryable, playerId: string): Promise<Cents> {
  const { rows } = await sql<{ owed: bigint }>`
    select coalesce((select sum(shortfall) from deposit_reversal where player_id = ${playerId}), 0)::bigint + coalesce((
      select sum(amount) from entry
      join account on account.id = account_id join transfer on transfer.number = transfer_number
      where ref = ${`player:${playerId}:available`} and kind = 'shortfall_repaid'), 0)::bigint as owed`.execute(db)
  return rows[0]!.owed as Cents
}
