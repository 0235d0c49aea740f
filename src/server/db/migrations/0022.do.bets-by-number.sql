-- With a day of thousands of periods scheduled, finding the few that a batch of bets is for took longer than placing it.

create or replace function place_bets(
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
  stopped_periods integer[];
  limited uuid[];
  stake_left bigint[];
  loss_left bigint[];
  reserved bigint[];
  who integer;
  held_back bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no bet is placed while an alarm is open' using errcode = 'CB002';
  end if;
  -- Shared: bets do not wait for each other here, only for whoever closes, and that one for them.
  perform pg_advisory_xact_lock_shared(7261003, period) from (select distinct unnest(periods) as period order by 1) one;
  -- What a limit still allows is added up, so whoever has one does one thing at a time.
  perform from player where is_limited and id = any (players) order by id for no key update;
  select array_agg(balance order by id) into balances from (
    select id, balance from account where id = any (payers) order by id for no key update) locked;
  -- What follows sees everything that was committed before the locks were taken.
  select seq, hash into head from log_record order by seq desc limit 1;
  -- Found by their numbers and looked at afterwards: asked in one, the planner goes through all that are yet to close.
  open_periods := array(
    with given as materialized (select id, status, opens_at, closes_at from period where id = any (periods))
    select id from given where status = 'scheduled' and opens_at <= moment and moment < closes_at);
  stopped_periods := array(select period.id from game_stop join period on game_stop.game is null or game_stop.game = period.game
    where lifted_at is null and period.id = any (periods));
  select array_agg(case
      when earlier.seq is not null then 'repeated'
      when given.period_id <> all (open_periods) then 'betting_closed'
      when given.period_id = any (stopped_periods) then 'game_stopped'
      when player.status <> 'normal' then player.status
      when player.excluded_until > moment then 'excluded'
      when not given.is_certified and not exists (
        select from certification where player_id = given.player_id and certification.status = 'passed')
        then 'certification_required'
      else 'accepted' end order by given.n)
    into outcomes
    from unnest(owners, players, certified, keys, periods) with ordinality
      as given (owner, player_id, is_certified, key, period_id, n)
    join player on player.id = given.player_id
    left join lateral (
      -- Every slip has a first line, and asking for that one needs no order among the parts of the table.
      select seq from bet where bet.account_id = given.owner and bet.key = given.key and bet.line = 0
        and draws_at >= moment - interval '35 days' and draws_at < moment + interval '3 days' limit 1) earlier on true;
  select array_agg(player.id), array_agg(room.stake_left), array_agg(room.loss_left), array_agg(room.reserved)
    into limited, stake_left, loss_left, reserved
    from player cross join lateral play_room(player.id, moment) room where player.is_limited and player.id = any (players);
  -- One after the other for each payer: what one slip leaves is what the next one has.
  befores := array_fill(null::bigint, array[cardinality(payers)]);
  for n in 1..cardinality(payers) loop
    if n = 1 or payers[n] <> payers[n - 1] then
      payer := payer + 1;
      rest := balances[payer];
      spent := 0;
    end if;
    if limited is not null and outcomes[n] = 'accepted' then
      who := array_position(limited, players[n]);
      -- A chase's stakes were counted in advance, when it was begun.
      held_back := case when payers[n] = owners[n] then reserved[who] else 0 end;
      if totals[n] + held_back > stake_left[who] then
        outcomes[n] := 'stake_limit_reached';
      elsif totals[n] + held_back > loss_left[who] then
        outcomes[n] := 'loss_limit_reached';
      end if;
    end if;
    if outcomes[n] = 'accepted' then
      if totals[n] <= rest then
        if limited is not null and who is not null then
          stake_left[who] := stake_left[who] - totals[n];
          loss_left[who] := loss_left[who] - totals[n];
        end if;
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
