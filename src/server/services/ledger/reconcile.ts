import { sql } from 'kysely'
import { type Cents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

/** The report of what the house owes: all balances, compared with what came in from outside and did not go out again. */
export type Reconciliation = {
  readonly available: Cents
  /** Held for withdrawals that are not decided yet. */
  readonly held: Cents
  /** Set aside for the coming bets of repeat orders. */
  readonly repeatOrders: Cents
  readonly periods: Cents
  readonly house: Cents
  /** Top-ups less withdrawals. */
  readonly broughtIn: Cents
  /** Anything but zero means that the ledger is broken. */
  readonly difference: Cents
}

/**
 * Sums all accounts in one snapshot: stored balances, rollups, and the entries since the last seal. It scans accounts, not entries,
 * so it stays fast while the ledger grows.
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
