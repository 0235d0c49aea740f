import type { AccountRef } from '#core/ledger/postings'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../db/database.ts'

/** What an account holds; one that nothing was ever posted to holds nothing. */
export async function balanceOf(db: Queryable, ref: AccountRef): Promise<Cents> {
  const row = await db.selectFrom('account').select('balance').where('ref', '=', ref).executeTakeFirst()
  return (row?.balance ?? zeroCents) as Cents
}
