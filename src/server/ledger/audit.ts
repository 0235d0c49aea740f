import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/database.ts'

/** What must always hold. Each query returns the rows that break it, so an answer with rows is the evidence. */
const invariants: Record<string, RawBuilder<{ what: string }>> = {
  'entries of a transfer sum to zero': sql`
    select transfer_id || ' is off by ' || sum(amount) as what from entry group by transfer_id having sum(amount) <> 0`,
  'a cached balance equals the sum of its entries': sql`
    select ref || ' holds ' || balance || ', its entries say ' || coalesce(total, 0) as what
    from account left join (select account_ref, sum(amount) as total from entry group by account_ref) s on s.account_ref = ref
    where balance <> coalesce(total, 0)`,
  'no account is overdrawn that may not be': sql`
    select ref || ' holds ' || balance as what from account where balance < 0 and not may_go_negative`,
  'each entry continues from the one before it': sql`
    select 'entry ' || id || ' of ' || account_ref as what
    from (select id, account_ref, balance_after, sum(amount) over (partition by account_ref order by id) as running from entry) e
    where running <> balance_after`,
  'every transfer has entries': sql`
    select id::text as what from transfer t where not exists (select from entry where transfer_id = t.id)`,
}

/** Proves the ledger on any database, also while it is in use: one snapshot for all questions. */
export async function auditLedger(db: Queryable): Promise<string[]> {
  const problems: string[] = []
  for (const [rule, query] of Object.entries(invariants)) {
    const { rows } = await query.execute(db)
    problems.push(...rows.map(({ what }) => `${rule}: ${what}`))
  }
  return problems
}
