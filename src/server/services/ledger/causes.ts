import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'

/**
 * The causes of money's movements: withdrawals, repeat orders, top-ups and draws. Each query returns the rows that break the rule in
 * its name. The ledger alone cannot show this: a transfer can balance and still have no cause.
 */
export const causes: Record<string, RawBuilder<{ what: string }>> = {
  'what is held is what undecided withdrawals ask for': sql`
    select ref || ' holds ' || coalesce(balance, 0) || ', withdrawals ask for ' || coalesce(asked, 0) as what
    from (select ref, balance from account where ref like 'player:%:held') held full join (
      select 'player:' || player_id || ':held' as ref, sum(amount) as asked from withdrawal
      where status in ('waiting', 'under_review') group by player_id) asked using (ref)
    where coalesce(balance, 0) <> coalesce(asked, 0)`,
  'what is set aside for repeat orders is what they are still to stake': sql`
    select ref || ' holds ' || coalesce(balance, 0) || ', repeat orders are to stake ' || coalesce(staking, 0) as what
    from (select ref, balance from account where ref like 'player:%:repeat_order') aside full join (
      select 'player:' || player_id || ':repeat_order' as ref,
        sum(stake * (left_over + (current_period is not null)::integer)) as staking
      from repeat_order group by player_id) repeat_orders using (ref)
    where coalesce(balance, 0) <> coalesce(staking, 0)`,
  'a closed player holds nothing and has nothing open': sql`
    with closed as (select id from player where status = 'closed')
    select ref || ' holds ' || balance as what from account join closed on ref like 'player:%' and split_part(ref, ':', 2) = closed.id::text
      where balance > 0
    union all
    select 'repeat order ' || repeat_order.id || ' runs' from repeat_order join closed on closed.id = player_id where status = 'running'
    union all
    select 'top-up ' || deposit.id || ' waits' from deposit join closed on closed.id = player_id
      where status in ('waiting', 'under_review')
    union all
    select 'withdrawal ' || withdrawal.id || ' waits' from withdrawal join closed on closed.id = player_id
      where status in ('waiting', 'under_review')
    union all
    select distinct ref || ' has a bet on ' || draw_id from period
      join betting on betting.period_id = period.id and betting.bets > 0 and is_open(period, betting.rebated_at)
      join bet on bet.period_id = betting.period_id and bet.draws_at = betting.draws_at
      join account on account.id = bet.account_id join closed on split_part(ref, ':', 2) = closed.id::text`,
  'what was paid for a draw is what its settlement says': sql`
    select kind || ' of ' || coalesce(draw_id, 'no draw') || ' is ' || coalesce(moved, 0) || ', settled were ' || coalesce(settled, 0)
      as what
    from (select period_id, kind, sum(amount) as moved from transfer join entry on transfer_number = number
      where kind in ('payout', 'refund', 'shadow', 'rebate') and balance_after is not null group by period_id, kind) moved
    full join (select period_id, kind, sum(paid) as settled from settlement group by period_id, kind) settled
      using (period_id, kind)
    left join period on period.id = period_id
    where coalesce(moved, 0) <> coalesce(settled, 0)`,
  'a settled draw has its records in the public log': sql`
    select draw_id || ' is ' || status as what from period left join lateral (
      select coalesce(jsonb_object_agg(type, entry::jsonb -> 'body'), '{}') as told from log_record
      where log_record.draw_id = period.draw_id) log on true
    where (settled_at is not null
        or exists (select from settlement where settlement.period_id = period.id and kind <> 'rebate'))
      and not coalesce(case status
        when 'drawn' then told ?& array['close', 'result'] and (told ? 'settle' or settled_at is null)
          and told #> '{result,outcome}' = to_jsonb(outcome)
        when 'void' then told ? 'void' and told #>> '{void,reason}' = void_reason
        when 'cancelled' then told ? 'cancel'
        when 'skipped' then told ? 'skip' end, false)`,
}

/**
 * Finds transfers that moved money into or out of the house, or out of its winnings, without a cause: a top-up or a withdrawal that
 * was passed, a reversal, a settled draw, or in the demo a grant. Only entries after `afterEntry` are checked, so that the watch does
 * not start from the beginning each time.
 */
export async function withoutCause(db: Queryable, afterEntry = 0n): Promise<string[]> {
  const { rows } = await sql<{ what: string }>`
    select 'transfer ' || transfer.id || ' of ' || amount || ' at ' || ref || ', called ' || kind as what
    from account join entry on entry.account_id = account.id join transfer on transfer.number = transfer_number
    where (ref like 'world:%' or (ref like 'house:%' and amount < 0)) and entry.id > ${afterEntry}
      and not coalesce(case
        when kind = 'demo_grant' then (select is_demo from house)
        when kind = 'deposit_passed' then exists (select from deposit
          where deposit.id = transfer.id and status = 'passed' and received = -entry.amount and ref = 'world:' || currency)
        when kind = 'withdrawal_passed' then exists (select from withdrawal
          where status = 'passed' and decided_at = transfer.at and withdrawal.amount - fee = entry.amount)
        when kind = 'deposit_reversed' then exists (select from deposit_reversal reversal
          where reversal.at = transfer.at
            and entry.amount = case when ref like 'world:%' then reversal.amount else -reversal.shortfall end)
        when kind in ('payout', 'refund', 'shadow', 'rebate') then exists (select from settlement
          where settlement.period_id = transfer.period_id and settlement.kind = transfer.kind) end, false)
    order by entry.id limit 100`.execute(db)
  return rows.map(({ what }) => `money comes, goes and is won for a reason: ${what}`)
}
