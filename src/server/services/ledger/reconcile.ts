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
 * Sums all accounts in one snapshot: stored balances, rollups that are not zero, and the entries since the last seal. It reads accounts,
 * not the entries before the seal, so it stays fast while the ledger grows.
 */
export async function reconcile(db: Queryable): Promise<Reconciliation> {
  const { rows } = await sql<{ kind: string; total: bigint }>`
    select case split_part(ref, ':', 1) when 'player' then split_part(ref, ':', 3) else split_part(ref, ':', 1) end as kind,
      sum(amount)::bigint as total
    from (
      select ref, balance as amount from account where balance is not null
      union all
      select (select ref from account where account.id = account_id and account.balance is null), balance
      from rollup where balance <> 0
      union all
      select ref, arrived.amount from (
        select account_id, sum(amount) as amount from unsealed_entries() where balance_after is null group by account_id) arrived
      join account on account.id = account_id) held
    group by 1`.execute(db)
  const totals = new Map(rows.map(({ kind, total }) => [kind, total as Cents]))
  const of = (kind: string) => totals.get(kind) ?? zeroCents
  const [available, held, repeatOrders] = [of('available'), of('held'), of('repeat_order')]
  const [periods, house] = [of('period'), of('house')]
  const broughtIn = (0n - of('world')) as Cents
  const difference = (available + held + repeatOrders + periods + house - broughtIn) as Cents
  return { available, held, repeatOrders, periods, house, broughtIn, difference }
}
