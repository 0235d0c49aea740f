import { sql } from 'kysely'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

/** What everybody holds, beside what came in from outside and did not go out again: the report of what the house owes. */
export type Reconciliation = {
  readonly available: Cents
  /** For withdrawals that are not decided yet. */
  readonly held: Cents
  /** For what repeat orders are still to stake. */
  readonly repeatOrders: Cents
  readonly periods: Cents
  readonly house: Cents
  /** Top-ups less withdrawals. */
  readonly broughtIn: Cents
  /** Zero, or something is broken. */
  readonly difference: Cents
}

/**
 * Adds up all accounts as of one moment: kept balances, rollups, and the entries since the last seal. Costs a scan of
 * accounts, not of entries, so it can run while the ledger grows.
 */
export async function reconcile(db: Queryable): Promise<Reconciliation> {
  const { rows } = await sql<{ kind: string; total: bigint }>`
    select kind, sum(amount)::bigint as total from (
      select case split_part(ref, ':', 1) when 'player' then split_part(ref, ':', 3) else split_part(ref, ':', 1) end as kind,
        coalesce(account.balance, rollup.balance, 0)::bigint as amount
      from account left join rollup on account_id = id
      union all
      select split_part(ref, ':', 1), sum(amount) from entry join account on account.id = account_id
      where entry.id > coalesce((select max(upto_id) from seal), 0) and balance_after is null group by ref) held
    group by kind`.execute(db)
  const totals = new Map(rows.map(({ kind, total }) => [kind, total as Cents]))
  const of = (kind: string) => totals.get(kind) ?? zeroCents
  const [available, held, repeatOrders] = [of('available'), of('held'), of('repeat_order')]
  const [periods, house] = [of('period'), of('house')]
  const broughtIn = (0n - of('world')) as Cents
  const difference = (available + held + repeatOrders + periods + house - broughtIn) as Cents
  return { available, held, repeatOrders, periods, house, broughtIn, difference }
}
