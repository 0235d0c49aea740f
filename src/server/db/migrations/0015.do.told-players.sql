-- Players hear at once of what became of their bets. One row tells thousands of them: a row for each would cost more than
-- paying them.

alter table event add column players uuid[];
alter table event add constraint event_names_its_players check ((audience = 'players') = (players is not null));

-- Tells players as the last act of a transaction: the lock is held until the commit, so that events become visible in the order
-- of their ids. `spreadMs` is over how long those told should spread what they ask then: a thousand a second.
create function tell_players(told_kind text, told jsonb, players uuid[], moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(cardinality(players), 0) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(7261002);
  for starts in 1..cardinality(players) by 5000 loop
    insert into event (audience, kind, body, at, players) values (
      'players', told_kind, told || jsonb_build_object('spreadMs', least(cardinality(players), 5000)), moment,
      players[starts:starts + 4999]);
  end loop;
  perform pg_notify('clearball_event', '');
end $$;

-- Everybody who bet on a period, once each.
create function players_of_period(period integer) returns uuid[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(split_part(ref, ':', 2)::uuid), '{}') from (
    select distinct bet.account_id from bet join betting using (period_id, draws_at)
    where period_id = players_of_period.period) bettor
  join account on account.id = bettor.account_id
$$;

revoke execute on function tell_players from public;
grant execute on function tell_players to clearball_app;

-- As before, and whoever is paid is told.
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
  made bigint;
  of_period betting;
  house bigint;
  players uuid[];
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no bet is paid while an alarm is open' using errcode = 'CB002';
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

  perform from account where id = any (ids) order by id for no key update;
  insert into transfer (id, kind, at) values (transfer_id, settled_as, moment) returning number into made;
  with changed as (
    update account set balance = balance + given.amount
    from unnest(ids, amounts) as given (id, amount) where account.id = given.id
    returning account.id, ref, given.amount, balance),
  written as (
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select moment, made, id, amount, balance - amount, balance from changed
      union all
      select moment, made, leg.id, leg.amount, null, null from (values
        (of_period.account_id, case when settled_as = 'shadow' then 0 else -done.stakes end),
        (house, case when settled_as = 'shadow' then -done.paid else done.stakes - done.paid end)) leg (id, amount)
      where leg.amount <> 0)
  select array_agg(split_part(ref, ':', 2)::uuid) into players from changed;
  perform tell_players('balance.changed', '{}', players, moment);
  return done;
end $$;

-- What a player got back on a draw besides winnings, so that their bets can say so.
create table rebate (
  period_id integer not null references period,
  account_id bigint not null,
  amount bigint not null,
  primary key (account_id, period_id),
  constraint rebate_is_something check (amount > 0)
);
create trigger rebate_is_append_only before update or delete on rebate for each row execute function refuse_change();
revoke insert on rebate from clearball_app;

-- As before, and whoever gets a rebate is told.
create or replace function pay_rebates(
  period integer, piece integer, is_last boolean, moment timestamptz, transfer_id uuid, accounts bigint[], amounts bigint[]
) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  total constant bigint := (select coalesce(sum(amount), 0) from unnest(amounts) amount);
  made bigint;
  players uuid[];
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no rebate is paid while an alarm is open' using errcode = 'CB002';
  end if;
  insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at)
    values (pay_rebates.period, 'rebate', piece, piece, 0, total, cardinality(accounts), moment);
  if is_last then
    update betting set rebated_at = moment where period_id = pay_rebates.period;
  end if;
  if total = 0 then
    return;
  end if;
  insert into account (ref) values ('house:rebates') on conflict do nothing;
  perform from account where id = any (accounts) order by id for no key update;
  insert into rebate (period_id, account_id, amount)
    select pay_rebates.period, given.id, given.amount from unnest(accounts, amounts) as given (id, amount);
  insert into transfer (id, kind, at) values (transfer_id, 'rebate', moment) returning number into made;
  with changed as (
    update account set balance = balance + given.amount
    from unnest(accounts, amounts) as given (id, amount) where account.id = given.id
    returning account.id, ref, given.amount, balance),
  written as (
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select moment, made, id, amount, balance - amount, balance from changed
      union all
      select moment, made, id, -total, null, null from account where ref = 'house:rebates')
  select array_agg(split_part(ref, ':', 2)::uuid) into players from changed;
  perform tell_players('balance.changed', '{}', players, moment);
end $$;

-- What was staked, paid and to be expected, summed by day when a draw's rebates are paid. `residue_squares` adds up the squares
-- of what draws paid off their expectation: draws are independent, so it tells how far the sum may stray by chance.
alter table draw_tally
  add column cancelled integer not null default 0,
  add column turnover bigint not null default 0,
  add column paid bigint not null default 0,
  add column expected bigint not null default 0,
  add column residue_squares bigint not null default 0;
