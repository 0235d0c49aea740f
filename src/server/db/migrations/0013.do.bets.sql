-- Bets: placed in batches by one function, never changed, paid in pieces by another.

-- What a period has taken so far. One row per period, touched once per batch: a bet's number in its draw has no gaps, so
-- somebody must count.
create table betting (
  period_id integer primary key references period,
  account_id bigint not null,
  draws_at timestamptz not null,
  bets integer not null default 0,
  stakes bigint not null default 0,
  rebated_at timestamptz
);
create index betting_to_rebate on betting (period_id) where rebated_at is null and bets > 0;

-- A bet as accepted. What it won follows from the draw; nothing is ever written here again. Divided by the draw's own
-- instant, so that the same request falls into the same part whenever it is repeated.
create table bet (
  draws_at timestamptz not null,
  period_id integer not null,
  seq integer not null,
  account_id bigint not null,
  key uuid not null,
  line integer not null,
  play text not null,
  selection text not null,
  lines integer not null,
  stake bigint not null,
  odds integer not null,
  at timestamptz not null,
  head_seq bigint not null,
  salt uuid not null,
  primary key (period_id, seq, draws_at),
  constraint bet_stakes_something check (stake > 0 and lines > 0 and odds > 100)
) partition by range (draws_at);
create unique index bet_once_per_key on bet (account_id, key, line, draws_at);
create index bet_by_player on bet (account_id, draws_at, seq);
create table bet_default partition of bet default;
create trigger bet_is_append_only before update or delete on bet for each row execute function refuse_change();
create trigger bet_is_not_emptied before truncate on bet execute function refuse_change();
-- From two months back: a key is looked for that far, and parts that are there need no look into the default one.
select make_partitions('bet', now() - interval '2 months', 5);

-- A piece of a period's bets that was paid; the row is written with the payment, so a piece is paid once.
create table settlement (
  period_id integer not null references period,
  kind text not null,
  first_seq integer not null,
  last_seq integer not null,
  stakes bigint not null,
  paid bigint not null,
  winners integer not null,
  at timestamptz not null,
  primary key (period_id, kind, first_seq),
  constraint settlement_kind_is_known check (kind in ('payout', 'refund', 'shadow', 'rebate'))
);
create trigger settlement_is_append_only before update or delete on settlement for each row execute function refuse_change();

revoke insert on betting, bet, bet_default, settlement from clearball_app;

-- Makes ready to take bets on a period; called once per node and period.
create function open_betting(period integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account (ref) select 'period:' || draw_id || ':stakes' from public.period where id = open_betting.period
    on conflict do nothing;
  insert into betting (period_id, account_id, draws_at)
    select public.period.id, account.id, draws_at from public.period join account on ref = 'period:' || draw_id || ':stakes'
    where public.period.id = open_betting.period
    on conflict do nothing;
  return (select account_id from betting where period_id = open_betting.period);
end $$;

-- Places a batch. Slips come in the order of their payers; each is taken whole or refused with its own reason. The settings pin
-- the plan: planned while the tables are empty, it would scan them from end to end once they are not. `certified` says of
-- whom the app knows it already; certification is final, so it need not be looked up again.
create function place_bets(
  moment timestamptz, transfer_id uuid,
  payers bigint[], owners bigint[], players uuid[], certified boolean[], keys uuid[], periods integer[], totals bigint[],
  counts integer[],
  slips integer[], plays text[], selections text[], lines integer[], stakes bigint[], odds integer[], salts uuid[]
) returns table (slip integer, outcome text, first_seq integer, head_seq bigint, head_hash text)
language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  outcomes text[];
  balances bigint[];
  charged bigint[] := '{}';
  charges bigint[] := '{}';
  befores bigint[];
  firsts integer[];
  draws timestamptz[];
  open_periods integer[];
  head record;
  rest bigint;
  spent bigint;
  payer integer := 0;
  made bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no bet is placed while an alarm is open' using errcode = 'CB002';
  end if;
  -- Shared: bets do not wait for each other here, only for whoever closes, and that one for them.
  perform pg_advisory_xact_lock_shared(7261003, period) from (select distinct unnest(periods) as period order by 1) one;
  select array_agg(balance order by id) into balances from (
    select id, balance from account where id = any (payers) order by id for no key update) locked;
  -- What follows sees everything that was committed before the locks were taken.
  select seq, hash into head from log_record order by seq desc limit 1;
  open_periods := array(select id from period
    where id = any (periods) and status = 'scheduled' and opens_at <= moment and moment < closes_at);
  select array_agg(case
      when earlier.seq is not null then 'repeated'
      when given.period_id <> all (open_periods) then 'betting_closed'
      when player.status <> 'normal' then player.status
      when not given.is_certified and not exists (
        select from certification where player_id = given.player_id and certification.status = 'passed')
        then 'certification_required'
      else 'accepted' end order by given.n)
    into outcomes
    from unnest(owners, players, certified, keys, periods) with ordinality
      as given (owner, player_id, is_certified, key, period_id, n)
    join player on player.id = given.player_id
    left join lateral (
      select seq from bet where bet.account_id = given.owner and bet.key = given.key
        and draws_at >= moment - interval '35 days' and draws_at < moment + interval '3 days' order by line limit 1) earlier on true;
  -- One after the other for each payer: what one slip leaves is what the next one has.
  befores := array_fill(null::bigint, array[cardinality(payers)]);
  for n in 1..cardinality(payers) loop
    if n = 1 or payers[n] <> payers[n - 1] then
      payer := payer + 1;
      rest := balances[payer];
      spent := 0;
    end if;
    if outcomes[n] = 'accepted' then
      if totals[n] <= rest then
        befores[n] := rest;
        rest := rest - totals[n];
        spent := spent + totals[n];
      else
        outcomes[n] := 'insufficient_balance';
      end if;
    end if;
    if spent > 0 and (n = cardinality(payers) or payers[n] <> payers[n + 1]) then
      charged := charged || payers[n];
      charges := charges || spent;
    end if;
  end loop;

  if cardinality(charged) > 0 then
    update account set balance = balance - charge.total
      from unnest(charged, charges) as charge (id, total) where account.id = charge.id;
    insert into transfer (id, kind, at) values (transfer_id, 'bet', moment) returning number into made;
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select moment, made, given.payer, -total, before, before - total
      from unnest(payers, totals, befores) as given (payer, total, before) where before is not null
      union all
      select moment, made, betting.account_id, taken.total, null, null from (
        select period_id, sum(total)::bigint as total
        from unnest(periods, totals, befores) as given (period_id, total, before)
        where before is not null group by period_id) taken
      join betting on betting.period_id = taken.period_id;
    -- From here to the commit batches for the same period follow one another: their bets are numbered without gaps.
    perform from betting where period_id = any (periods) order by period_id for update;
    select array_agg(numbered.first order by n), array_agg(draws_at order by n) into firsts, draws from (
      select n, betting.draws_at, case when before is not null then betting.bets
        + sum(case when before is not null then given.count else 0 end) over (partition by given.period_id order by n)
        - given.count end::integer as first
      from unnest(periods, counts, befores) with ordinality as given (period_id, count, before, n)
      join betting on betting.period_id = given.period_id) numbered;
    update betting set bets = bets + taken.count, stakes = stakes + taken.total
      from (select period_id, sum(count)::integer as count, sum(total)::bigint as total
        from unnest(periods, counts, totals, befores) as given (period_id, count, total, before)
        where before is not null group by period_id) taken
      where betting.period_id = taken.period_id;
    insert into bet (draws_at, period_id, seq, account_id, key, line, play, selection, lines, stake, odds, at, head_seq, salt)
      select draws[given.slip], periods[given.slip], firsts[given.slip] + given.line, owners[given.slip], keys[given.slip],
        given.line, given.play, given.selection, given.lines, given.stake, given.odds, moment, head.seq, given.salt
      from (select *, (row_number() over (partition by each.slip order by n) - 1)::integer as line
        from unnest(slips, plays, selections, lines, stakes, odds, salts) with ordinality
          as each (slip, play, selection, lines, stake, odds, salt, n)) given
      where firsts[given.slip] is not null;
  end if;
  return query select n::integer, outcomes[n], firsts[n], head.seq, head.hash from generate_series(1, cardinality(payers)) n;
end $$;

-- Pays one piece of a period's bets. `plays`, `selections` and `won` name what won and how many of its lines, 0 standing for
-- the stake back. Players' accounts are locked in the order of their ids, as everywhere.
create function settle_bets(
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
    returning account.id, given.amount, balance)
  insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
    select moment, made, id, amount, balance - amount, balance from changed
    union all
    select moment, made, leg.id, leg.amount, null, null from (values
      (of_period.account_id, case when settled_as = 'shadow' then 0 else -done.stakes end),
      (house, case when settled_as = 'shadow' then -done.paid else done.stakes - done.paid end)) leg (id, amount)
    where leg.amount <> 0;
  return done;
end $$;

-- Pays one piece of a period's rebates; the last one marks the period.
create function pay_rebates(
  period integer, piece integer, is_last boolean, moment timestamptz, transfer_id uuid, accounts bigint[], amounts bigint[]
) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  total constant bigint := (select coalesce(sum(amount), 0) from unnest(amounts) amount);
  made bigint;
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
  insert into transfer (id, kind, at) values (transfer_id, 'rebate', moment) returning number into made;
  with changed as (
    update account set balance = balance + given.amount
    from unnest(accounts, amounts) as given (id, amount) where account.id = given.id
    returning account.id, given.amount, balance)
  insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
    select moment, made, id, amount, balance - amount, balance from changed
    union all
    select moment, made, id, -total, null, null from account where ref = 'house:rebates';
end $$;

-- The same slip over the periods to come, its stakes held from the start. `left_over` periods are still held for; the one in
-- `current_period` is being placed and no longer among them, so that cancelling can never give back what is being staked.
create table chase (
  id uuid primary key,
  player_id uuid not null references player,
  game text not null,
  rules_hash text not null,
  bets jsonb not null,
  periods integer not null,
  left_over integer not null,
  placed integer not null default 0,
  stops_on_win boolean not null,
  first_period integer not null references period,
  current_period integer references period,
  last_period integer references period,
  status text not null default 'running',
  created_at timestamptz not null,
  ended_at timestamptz,
  constraint chase_has_periods check (periods > 0 and left_over between 0 and periods and placed between 0 and periods),
  constraint chase_status_is_known check (status in ('running', 'done', 'won', 'cancelled', 'stopped')),
  constraint chase_over_holds_nothing check ((status = 'running') = (ended_at is null) and (status = 'running' or left_over = 0))
);
create index chase_by_player on chase (player_id, created_at, id);
create index chase_running on chase (id) where status = 'running';
grant update (left_over, placed, current_period, last_period, status, ended_at) on chase to clearball_app;

revoke execute on function open_betting, place_bets, settle_bets, pay_rebates from public;
grant execute on function open_betting, place_bets, settle_bets, pay_rebates to clearball_app;
