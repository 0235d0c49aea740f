-- Places a batch. Slips come in the order of their payers, `periods` once each in their own order and named by the slips' `places`.
-- Each slip is taken whole or refused with its own reason; `offsets` tells how many bets of the batch a slip has before it in its
-- period, `starts` how many a period had before all. The settings pin the plan: planned while the tables are empty, it would scan
-- them from end to end once they are not. `certified` says of whom the app knows it already; certification is final, so it need
-- not be looked up again.
create or replace function place_bets(
  moment timestamptz, transfer_id uuid, periods integer[],
  payers bigint[], owners bigint[], players uuid[], certified boolean[], keys uuid[], places integer[], totals bigint[],
  counts integer[],
  slips integer[], numbers integer[], plays text[], selections text[], lines integer[], stakes bigint[], odds integer[], salts uuid[],
  out outcomes text[], out offsets integer[], out starts integer[], out head_seq bigint, out head_hash text
) language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  given_period integer;
  has_limits boolean;
  is_alarmed boolean;
  refusals text[];
  houses bigint[];
  draws timestamptz[];
  used_by bigint[];
  used uuid[];
  barred uuid[];
  bars text[];
  balances bigint[];
  charged bigint[] := '{}';
  charges bigint[] := '{}';
  befores bigint[];
  taken integer[];
  taken_totals bigint[];
  rest bigint;
  spent bigint;
  payer integer := 0;
  place integer;
  made bigint;
  start integer;
  limited uuid[];
  stake_left bigint[];
  loss_left bigint[];
  reserved bigint[];
  who integer;
  held_back bigint;
begin
  -- Shared: bets do not wait for each other here, only for whoever closes, and that one for them.
  foreach given_period in array periods loop
    perform pg_advisory_xact_lock_shared(7261003, given_period);
  end loop;
  -- What a limit still allows is added up, so whoever has one does one thing at a time.
  perform from player where is_limited and id = any (players) order by id for no key update;
  has_limits := found;
  select array_agg(balance order by id) into balances from (
    select id, balance from account where id = any (payers) order by id for no key update) locked;
  -- What follows sees everything that was committed before the locks were taken.
  select exists (select from alarm where cleared_at is null),
      (select seq from log_record order by seq desc limit 1), (select hash from log_record order by seq desc limit 1),
      array_agg(case
        when status = 'scheduled' and opens_at <= moment and moment < closes_at then (
          select 'game_stopped' from game_stop
          where lifted_at is null and (game_stop.game is null or game_stop.game = period.game) limit 1)
        else 'betting_closed' end order by n),
      array_agg(betting.account_id order by n), array_agg(betting.draws_at order by n)
    into is_alarmed, head_seq, head_hash, refusals, houses, draws
    from unnest(periods) with ordinality as given (id, n)
    left join period on period.id = given.id left join betting on betting.period_id = given.id;
  if is_alarmed then
    raise exception 'no bet is placed while an alarm is open' using errcode = 'CB002';
  end if;
  -- Used keys and players who may not bet are few. Asked for all slips at once, they cost a fraction of asking for each.
  select array_agg(account_id), array_agg(key) into used_by, used from bet
    where key = any (keys) and line = 0
      and draws_at >= moment - interval '35 days' and draws_at < moment + interval '3 days';
  select array_agg(id), array_agg(case when status <> 'normal' then status else 'excluded' end) into barred, bars from player
    where id = any (players) and (status <> 'normal' or excluded_until > moment);
  select array_agg(case
      when used is not null and exists (
        select from unnest(used_by, used) as one (owner, key) where one.owner = given.owner and one.key = given.key)
        then 'repeated'
      when refusals[given.place] is not null then refusals[given.place]
      when barred is not null and given.player_id = any (barred) then bars[array_position(barred, given.player_id)]
      when not given.is_certified and not exists (
        select from certification where player_id = given.player_id and certification.status = 'passed')
        then 'certification_required'
      else 'accepted' end order by given.n)
    into outcomes
    from unnest(owners, players, certified, keys, places) with ordinality
      as given (owner, player_id, is_certified, key, place, n);
  if has_limits then
    select array_agg(player.id), array_agg(room.stake_left), array_agg(room.loss_left), array_agg(room.reserved)
      into limited, stake_left, loss_left, reserved
      from player cross join lateral play_room(player.id, moment) room where player.is_limited and player.id = any (players);
  end if;
  -- One after the other for each payer: what one slip leaves is what the next one has.
  befores := array_fill(null::bigint, array[cardinality(payers)]);
  offsets := array_fill(null::integer, array[cardinality(payers)]);
  taken := array_fill(0, array[cardinality(periods)]);
  taken_totals := array_fill(0::bigint, array[cardinality(periods)]);
  starts := taken;
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
        place := places[n];
        offsets[n] := taken[place];
        taken[place] := taken[place] + counts[n];
        taken_totals[place] := taken_totals[place] + totals[n];
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
      select moment, made, given.house, total, null, null
      from unnest(houses, taken_totals) as given (house, total) where total > 0;
    -- From here to the commit batches for the same period follow one another: their bets are numbered without gaps.
    for n in 1..cardinality(periods) loop
      if taken[n] > 0 then
        update betting set bets = bets + taken[n], stakes = stakes + taken_totals[n] where period_id = periods[n]
          returning bets - taken[n] into start;
        starts[n] := start;
      end if;
    end loop;
    insert into bet (draws_at, period_id, seq, account_id, key, line, play, selection, lines, stake, odds, at, head_seq, salt)
      select draws[places[given.slip]], periods[places[given.slip]],
        starts[places[given.slip]] + offsets[given.slip] + given.number, owners[given.slip], keys[given.slip],
        given.number, given.play, given.selection, given.lines, given.stake, given.odds, moment, head_seq, given.salt
      from unnest(slips, numbers, plays, selections, lines, stakes, odds, salts)
        as given (slip, number, play, selection, lines, stake, odds, salt)
      where offsets[given.slip] is not null;
  end if;
end $$;
revoke execute on function place_bets from public;
grant execute on function place_bets to clearball_app;
