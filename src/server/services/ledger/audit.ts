import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'
import { liabilityRules } from './proofs.ts'
import { causes, withoutCause } from './causes.ts'
import { reconcile } from './reconcile.ts'
import { brokenSeals, contradictedHeads } from './verify-seals.ts'

/** The invariants of the ledger. Each query returns the rows that break its invariant, as evidence. */
const invariants: Record<string, RawBuilder<{ what: string }>> = {
  'entries of a transfer sum to zero': sql`
    select transfer_number || ' is off by ' || sum(amount) as what
    from entry group by transfer_number having sum(amount) <> 0`,
  'every transfer has entries': sql`
    select id::text as what from transfer
    where not exists (select from entry where entry.transfer_number = transfer.number)`,
  'every entry has its transfer and its account': sql`
    select 'entry ' || entry.id as what from entry
    left join transfer on transfer.number = transfer_number left join account on account.id = account_id
    where transfer.number is null or account.id is null or (account.balance is null) <> (balance_after is null)
      or entry.at <> transfer.at`,
  'a number is given to one entry': sql`
    select 'entry ' || id as what from entry group by id having count(*) > 1`,
  'a kept balance equals the sum of its entries': sql`
    select ref || ' holds ' || balance || ', its entries say ' || coalesce(total, 0) as what
    from account left join (select account_id, sum(amount) as total from entry group by account_id) s on s.account_id = id
    where balance <> coalesce(total, 0)`,
  'no player is below zero': sql`select ref || ' holds ' || balance as what from account where balance < 0`,
  'each entry continues from the one before it': sql`
    select 'entry ' || id || ' of account ' || account_id as what from (
      select id, account_id, amount, balance_before, balance_after,
        coalesce(lag(balance_after) over (partition by account_id order by id), 0) as former
      from entry where balance_after is not null) e
    where balance_before <> former or balance_after <> balance_before + amount`,
  'a settled period holds nothing': sql`
    select draw_id || ' holds ' || sum(amount) as what from period
    join betting on period_id = period.id join entry on entry.account_id = betting.account_id
    where settled_at is not null group by draw_id having sum(amount) <> 0`,
  'a period holds what was staked on it': sql`
    select draw_id || ' holds ' || coalesce(held, 0) || ', not ' || stakes as what from period
    join betting on period_id = period.id
    left join lateral (select sum(amount) as held from entry where entry.account_id = betting.account_id) e on true
    where settled_at is null and not exists (select from settlement where settlement.period_id = period.id)
      and coalesce(held, 0) <> stakes`,
  'bets are numbered without a gap and add up': sql`
    select draw_id || ' counts ' || betting.bets || ' bets' as what from betting join period on period.id = period_id
    left join lateral (
      select count(*) as bets, coalesce(max(seq) + 1, 0) as next, coalesce(sum(stake * line_count), 0) as stakes
      from bet where bet.period_id = betting.period_id) b on true
    where betting.bets <> b.bets or betting.bets <> b.next or betting.stakes <> b.stakes`,
  'a rollup equals the sum of the entries sealed': sql`
    select 'account ' || account_id || ' is rolled up to ' || coalesce(balance, 0) || ', not ' || coalesce(total, 0) as what
    from rollup full join (
      select account_id, sum(amount) as total from entry
      where balance_after is null and id <= (select max(upto_id) from seal) group by account_id) s using (account_id)
    where coalesce(balance, 0) <> coalesce(total, 0)`,
}

/** Audits the ledger, also while it is in use: all queries read one snapshot. */
export async function auditLedger(db: Queryable): Promise<string[]> {
  return inOneSnapshot(db, async (tx) => [
    ...(await brokenRules(tx, { ...invariants, ...causes, ...liabilityRules })),
    ...(await withoutCause(tx)),
    ...(await brokenTotals(tx)),
  ])
}

/** Audits the ledger alone, without the withdrawals, top-ups and draws that caused its transfers. */
export async function auditBooks(db: Queryable): Promise<string[]> {
  return inOneSnapshot(db, async (tx) => [...(await brokenRules(tx, invariants)), ...(await brokenTotals(tx))])
}

async function inOneSnapshot<T>(db: Queryable, ask: (tx: Queryable) => Promise<T>): Promise<T> {
  if (db.isTransaction) return ask(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // The app's statement timeout is meant for requests; an audit may take longer.
      await sql`set local statement_timeout = 0`.execute(tx)
      return ask(tx)
    })
}

async function brokenRules(db: Queryable, rules: typeof invariants): Promise<string[]> {
  const problems: string[] = []
  for (const [rule, query] of Object.entries(rules)) {
    const { rows } = await query.execute(db)
    problems.push(...rows.map(({ what }) => `${rule}: ${what}`))
  }
  return problems
}

async function brokenTotals(db: Queryable): Promise<string[]> {
  const { difference } = await reconcile(db)
  const off = `what players, house and periods hold came from outside: off by ${difference}`
  return [...(difference === 0n ? [] : [off]), ...(await brokenSeals(db)), ...(await contradictedHeads(db))]
}
