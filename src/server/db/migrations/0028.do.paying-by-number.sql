-- A piece of a settlement went through all accounts to find the thousand it pays, which took half of its time.

-- Pays players and lets others bear it, as the entries of one transfer; says who the players are. The settings pin the plan:
-- accounts are found by their numbers, however few there are besides.
create function pay_accounts(
  transfer_id uuid, paid_as text, moment timestamptz, ids bigint[], amounts bigint[], others bigint[], shares bigint[]
) returns uuid[]
language plpgsql set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  made bigint;
  players uuid[];
begin
  perform from account where id = any (ids) order by id for no key update;
  insert into transfer (id, kind, at) values (transfer_id, paid_as, moment) returning number into made;
  with changed as (
    update account set balance = balance + given.amount
    from unnest(ids, amounts) as given (id, amount) where account.id = given.id
    returning account.id, ref, given.amount, balance),
  written as (
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select moment, made, id, amount, balance - amount, balance from changed
      union all
      select moment, made, leg.id, leg.amount, null, null from unnest(others, shares) as leg (id, amount)
      where leg.amount <> 0)
  select array_agg(split_part(ref, ':', 2)::uuid) into players from changed;
  return players;
end $$;
revoke execute on function pay_accounts from public;

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

drop function pay_rebates;

-- Pays rebates of a period to whoever has not had theirs, however they were divided before; the last call marks the period, and
-- `has_ended` says of one call alone that it did. What a player is told comes last in a transaction, so the caller does it.
create function pay_rebates(
  period integer, is_last boolean, moment timestamptz, transfer_id uuid, accounts bigint[], amounts bigint[],
  out players uuid[], out has_ended boolean
) language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  ids bigint[];
  dues bigint[];
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
  select array_agg(given.id), array_agg(given.amount), sum(given.amount) into ids, dues, total
    from unnest(accounts, amounts) as given (id, amount)
    where not exists (select from rebate where rebate.account_id = given.id and period_id = pay_rebates.period);
  if total is null then
    return;
  end if;
  insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at)
    select pay_rebates.period, 'rebate', piece, piece, 0, total, cardinality(ids), moment
    from (select coalesce(max(first_seq) + 1, 0) as piece from settlement
      where period_id = pay_rebates.period and kind = 'rebate') next;
  insert into account (ref) values ('house:rebates') on conflict do nothing;
  insert into rebate (period_id, account_id, amount)
    select pay_rebates.period, given.id, given.amount from unnest(ids, dues) as given (id, amount);
  players := pay_accounts(transfer_id, 'rebate', moment, ids, dues,
    (select array[id] from account where ref = 'house:rebates'), array[-total]);
end $$;
revoke execute on function pay_rebates from public;
grant execute on function pay_rebates to clearball_app;
