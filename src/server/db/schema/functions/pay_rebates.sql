-- Pays rebates of a period to those players who have not had theirs, so a retry may divide the players differently. The last call marks
-- the period, and `has_ended` is true for that call only. The caller notifies the players, because that must come last in a transaction.
create or replace function pay_rebates(
  period integer, is_last boolean, moment timestamptz, transfer_id uuid, account_ids bigint[], amounts bigint[],
  out players uuid[], out has_ended boolean
) language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  unpaid_ids bigint[];
  unpaid_amounts bigint[];
  total bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no rebate is paid while an alarm is open' using errcode = 'CB002';
  end if;
  -- One node at a time; betting on the period is long over.
  perform from betting where period_id = pay_rebates.period and rebated_at is null for update;
  has_ended := found and is_last;
  if not found then
    return;
  end if;
  if has_ended then
    update betting set rebated_at = moment where period_id = pay_rebates.period;
  end if;
  select array_agg(due.account_id), array_agg(due.amount), sum(due.amount) into unpaid_ids, unpaid_amounts, total
    from unnest(account_ids, amounts) as due (account_id, amount)
    where not exists (select from rebate where rebate.account_id = due.account_id and period_id = pay_rebates.period);
  if total is null then
    return;
  end if;
  insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at)
    select pay_rebates.period, 'rebate', piece, piece, 0, total, cardinality(unpaid_ids), moment
    from (select coalesce(max(first_seq) + 1, 0) as piece from settlement
      where period_id = pay_rebates.period and kind = 'rebate') next;
  insert into account (ref) values ('house:rebates') on conflict do nothing;
  insert into rebate (period_id, account_id, amount)
    select pay_rebates.period, due.account_id, due.amount
    from unnest(unpaid_ids, unpaid_amounts) as due (account_id, amount);
  players := pay_accounts(transfer_id, 'rebate', moment, pay_rebates.period, unpaid_ids, unpaid_amounts,
    array[(select id from account where ref = 'house:rebates')], array[-total]);
  perform note_returned(pay_rebates.period, 'rebate', unpaid_ids, unpaid_amounts);
end $$;
revoke execute on function pay_rebates from public;
grant execute on function pay_rebates to clearball_app;
