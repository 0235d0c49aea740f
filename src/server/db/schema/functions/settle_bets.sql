-- Pays one piece of a period's bets. `plays`, `selections` and `won` name what won and how many of its lines, 0 standing for the stake
-- back. Players' accounts are locked in the order of their ids, as everywhere.
create or replace function settle_bets(
  period integer, settled_as text, first integer, last integer, moment timestamptz, transfer_id uuid,
  plays text[], selections text[], won integer[]
) returns settlement
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  done settlement;
  ids bigint[];
  amounts bigint[];
  of_period betting;
  house bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no bet is paid while an alarm is open' using errcode = 'CB002';
  end if;
  -- One after the other without a gap, whatever their sizes: the caller holds the period's row, so nobody else is at it.
  if first <> coalesce((
    select max(last_seq) + 1 from settlement where period_id = settle_bets.period and kind = settled_as), 0) then
    raise exception 'bets are paid in their order, each once' using errcode = 'unique_violation';
  end if;
  select * into of_period from betting where period_id = settle_bets.period;
  insert into account (ref) values ('house:result') on conflict do nothing;
  select id into house from account where ref = 'house:result';
  done.period_id := settle_bets.period;
  done.kind := settled_as;
  done.first_seq := first;
  done.last_seq := last;
  done.at := moment;
  -- All stakes first, then those alone who are paid: most are not, and adding up per player is what takes long.
  select coalesce(sum(stake * lines), 0) into done.stakes from bet
    where period_id = settle_bets.period and draws_at = of_period.draws_at and seq between first and last;
  select coalesce(sum(pays), 0), coalesce(sum(winners), 0),
      coalesce(array_agg(account_id order by account_id), '{}'), coalesce(array_agg(pays order by account_id), '{}')
    into done.paid, done.winners, ids, amounts
  from (
    select account_id, sum(pays)::bigint as pays, count(*) as winners
    from (
      select account_id, case settled_as
        when 'refund' then stake * lines
        when 'shadow' then stake * odds / 100 * named.won - stake * lines
        else case when named.won > 0 then stake * odds / 100 * named.won else stake * lines end
        end as pays
      from bet left join unnest(plays, selections, won) as named (play, selection, won) using (play, selection)
      where period_id = settle_bets.period and draws_at = of_period.draws_at and seq between first and last
        and (settled_as = 'refund' or named.won is not null)) each
    where pays > 0 group by account_id) one;
  insert into settlement values (done.*);
  if done.stakes = 0 or (settled_as = 'shadow' and done.paid = 0) then
    return done;
  end if;
  -- A void draw's stakes were given back before; what its shadow pays, the house alone bears.
  perform tell_players('balance.changed', '{}', pay_accounts(
    transfer_id, settled_as, moment, ids, amounts, array[of_period.account_id, house],
    case when settled_as = 'shadow' then array[0, -done.paid] else array[-done.stakes, done.stakes - done.paid] end), moment);
  return done;
end $$;
revoke execute on function settle_bets from public;
grant execute on function settle_bets to clearball_app;
