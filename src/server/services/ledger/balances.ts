import { sql } from 'kysely'
import type { AccountRef } from '#core/ledger/postings'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

/**
 * The balance of an account; zero where nothing was ever posted. A player's balance is stored; that of any other account is its
 * rollup at the last seal plus its entries since, both read in one snapshot.
 */
export async function balanceOf(db: Queryable, ref: AccountRef): Promise<Cents> {
  const { rows } = await sql<{ balance: bigint }>`
    select coalesce(balance,
      coalesce((select balance from rollup where account_id = account.id), 0) + coalesce((
        select sum(amount) from entry
        where account_id = account.id and entry.id > coalesce((select max(upto_id) from seal), 0)), 0))::bigint as balance
    from account where ref = ${ref}`.execute(db)
  return (rows[0]?.balance ?? zeroCents) as Cents
}
