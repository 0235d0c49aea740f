-- Places a batch of slips. The slips are ordered by payer; `periods` lists their periods, each once, in ascending order. Each slip is
-- accepted as a whole or refused with its own reason. `offsets` says how many bets of the batch precede a slip in its period, `starts`
-- how many bets a period had before the batch. The settings fix the query plan: a plan made while the tables are empty would scan them
-- from end to end once they are full.
create or replace function place_bets(
  moment timestamptz, transfer_id uuid, periods integer[], slips slip_to_place[], bets bet_to_place[],
  out outcomes text[], out offsets integer[], out starts integer[], out log_size bigint, out log_root bytea
) language plpgsql security definer set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  -- One element for each slip.
  payers bigint[];
  owners bigint[];
  players uuid[];
  keys uuid[];
  places integer[];
  tokens text[];
  -- One element for each period.
  period_id_to_lock integer;
  refusals text[];
  houses bigint[];
  draws timestamptz[];
  taken_counts integer[];
  taken_totals bigint[];
  start integer;
  -- The reasons for refusing slips.
  is_alarmed boolean;
  used_by bigint[];
  used_keys uuid[];
  barred_players uuid[];
  barred_why text[];
  ended_tokens text[];
  limited_players uuid[];
  stake_left bigint[];
  loss_left bigint[];
  reserved bigint[];
  held_back bigint;
  -- The current slip and payer of the loop.
  slip slip_to_place;
  balances bigint[];
  payer_place integer := 0;
  limited_place integer;
  rest bigint;
  spent bigint;
  -- What each payer is charged, and the entries to write.
  charged_payers bigint[] := '{}';
  charges bigint[] := '{}';
  entry_accounts bigint[] := '{}';
  entry_amounts bigint[] := '{}';
  entry_balances bigint[] := '{}';
begin
  -- A shared lock: batches do not wait for each other here. Closing the period takes the lock exclusively, so it waits for batches under
  -- way and they wait for it.
  foreach period_id_to_lock in array periods loop
    perform pg_advisory_xact_lock_shared(7261003, period_id_to_lock);
  end loop;
  select array_agg(payer_id), array_agg(owner_id), array_agg(player_id), array_agg(key), array_agg(period_place),
      array_agg(token)
    into payers, owners, players, keys, places, tokens from unnest(slips);
  -- What a limit still allows is summed below, so the bets of a player with limits are placed one batch at a time.
  perform from player where is_limited and id = any (players) order by id for no key update;
  select array_agg(balance order by id) into balances from (
    select id, balance from account where id = any (payers) order by id for no key update) locked;
  -- The statements from here on see everything that was committed before the locks were taken.
  select exists (select from alarm where cleared_at is null),
      (select size from log_checkpoint order by size desc limit 1), (select root from log_checkpoint order by size desc limit 1),
      array_agg(case
        when status = 'scheduled' and opens_at <= moment and moment < closes_at then (
          select 'game_stopped' from game_stop
          where lifted_at is null and (game_stop.game is null or game_stop.game = period.game) limit 1)
        else 'betting_closed' end order by place),
      array_agg(betting.account_id order by place), array_agg(betting.draws_at order by place)
    into is_alarmed, log_size, log_root, refusals, houses, draws
    from unnest(periods) with ordinality as wanted (id, place)
    left join period on period.id = wanted.id left join betting on betting.period_id = wanted.id;
  if is_alarmed then
    raise exception 'no bet is placed while an alarm is open' using errcode = 'CB002';
  end if;
  -- Sessions that no longer hold, used idempotency keys and players who may not bet are few. One query for all slips costs a fraction of one query for each.
  select array_agg(account_id), array_agg(key) into used_by, used_keys from bet
    where key = any (keys) and place_in_slip = 0
      and draws_at >= moment - interval '35 days' and draws_at < moment + interval '3 days';
  -- A former token still serves a few seconds, as for every other request.
  select array_agg(token) into ended_tokens from unnest(tokens) as slip_token (token)
    where token is not null
      and not exists (select from session where token_hash = decode(token, 'hex') and ended_at is null)
      and not exists (
        select from session where former_hash = decode(token, 'hex') and former_until > moment and ended_at is null);
  select array_agg(id), array_agg(case when status <> 'normal' then status else 'excluded' end)
    into barred_players, barred_why from player
    where id = any (players) and (status <> 'normal' or excluded_until > moment);
  select array_agg(case
      when ended_tokens is not null and wanted.token = any (ended_tokens) then 'session_ended'
      when used_keys is not null and exists (
        select from unnest(used_by, used_keys) as used (owner_id, key)
        where used.owner_id = wanted.owner_id and used.key = wanted.key)
        then 'repeated'
      when refusals[wanted.period_place] is not null then refusals[wanted.period_place]
      when barred_players is not null and wanted.player_id = any (barred_players)
        then barred_why[array_position(barred_players, wanted.player_id)]
      -- Certification is final, so it is not looked up again for a player whom the app knows to be certified.
      when not wanted.is_certified and not exists (
        select from certification where player_id = wanted.player_id and certification.status = 'passed')
        then 'certification_required'
      else 'accepted' end order by wanted.ordinality)
    into outcomes from unnest(slips) with ordinality wanted;
  -- Asked after the accounts are locked: from a player's first limit on, every bet must be in their sums.
  if exists (select from player where is_limited and id = any (players)) then
    select array_agg(player.id), array_agg(room.stake_left), array_agg(room.loss_left), array_agg(room.reserved)
      into limited_players, stake_left, loss_left, reserved
      from player cross join lateral play_room(player.id, moment) room where player.is_limited and player.id = any (players);
  end if;

  -- A payer's slips are handled one after the other: each has the balance that the one before left.
  offsets := array_fill(null::integer, array[cardinality(slips)]);
  taken_counts := array_fill(0, array[cardinality(periods)]);
  taken_totals := array_fill(0::bigint, array[cardinality(periods)]);
  starts := taken_counts;
  for n in 1..cardinality(slips) loop
    slip := slips[n];
    if n = 1 or slip.payer_id <> payers[n - 1] then
      payer_place := payer_place + 1;
      rest := balances[payer_place];
      spent := 0;
    end if;
    if limited_players is not null and outcomes[n] = 'accepted' then
      limited_place := array_position(limited_players, slip.player_id);
      -- A repeat order's stakes were counted in advance, when it was begun.
      held_back := case when slip.payer_id = slip.owner_id then reserved[limited_place] else 0 end;
      if slip.total + held_back > stake_left[limited_place] then
        outcomes[n] := 'stake_limit_reached';
      elsif slip.total + held_back > loss_left[limited_place] then
        outcomes[n] := 'loss_limit_reached';
      end if;
    end if;
    if outcomes[n] = 'accepted' then
      if slip.total <= rest then
        if limited_players is not null and limited_place is not null then
          stake_left[limited_place] := stake_left[limited_place] - slip.total;
          loss_left[limited_place] := loss_left[limited_place] - slip.total;
        end if;
        rest := rest - slip.total;
        spent := spent + slip.total;
        entry_accounts := entry_accounts || slip.payer_id;
        entry_amounts := entry_amounts || -slip.total;
        entry_balances := entry_balances || rest;
        offsets[n] := taken_counts[slip.period_place];
        taken_counts[slip.period_place] := taken_counts[slip.period_place] + slip.bet_count;
        taken_totals[slip.period_place] := taken_totals[slip.period_place] + slip.total;
      else
        outcomes[n] := 'insufficient_balance';
      end if;
    end if;
    if spent > 0 and (n = cardinality(slips) or slip.payer_id <> payers[n + 1]) then
      charged_payers := charged_payers || slip.payer_id;
      charges := charges || spent;
    end if;
  end loop;
  if cardinality(charged_payers) = 0 then
    return;
  end if;

  for place in 1..cardinality(periods) loop
    if taken_totals[place] > 0 then
      entry_accounts := entry_accounts || houses[place];
      entry_amounts := entry_amounts || taken_totals[place];
      entry_balances := entry_balances || null::bigint;
    end if;
  end loop;
  update account set balance = balance - charge.total
    from unnest(charged_payers, charges) as charge (payer_id, total) where account.id = charge.payer_id;
  perform write_transfer(transfer_id, 'bet', moment, null, entry_accounts, entry_amounts, entry_balances);
  -- From here to the commit, batches for the same period wait for each other, so that bets are numbered without gaps.
  for place in 1..cardinality(periods) loop
    if taken_counts[place] > 0 then
      update betting set bets = bets + taken_counts[place], stakes = stakes + taken_totals[place]
        where period_id = periods[place] returning bets - taken_counts[place] into start;
      starts[place] := start;
    end if;
  end loop;
  insert into bet (
      draws_at, period_id, seq, account_id, key, place_in_slip, play, selection, line_count, stake, odds, at, log_size, salt)
    select draws[places[wanted.slip]], periods[places[wanted.slip]],
      starts[places[wanted.slip]] + offsets[wanted.slip] + wanted.place_in_slip, owners[wanted.slip], keys[wanted.slip],
      wanted.place_in_slip, wanted.play, wanted.selection, wanted.line_count, wanted.stake, wanted.odds, moment, log_size, wanted.salt
    from unnest(place_bets.bets) wanted where offsets[wanted.slip] is not null;
  if limited_players is not null then
    insert into play_draw
      select distinct periods[wanted.period_place], wanted.owner_id, moment from unnest(slips) with ordinality wanted
      where offsets[wanted.ordinality] is not null and wanted.player_id = any (limited_players)
    on conflict do nothing;
    perform add_to_play_sums(
        array_agg(wanted.owner_id), array_agg(moment), array_agg(wanted.total), array_agg(0::bigint))
      from unnest(slips) with ordinality wanted
      where offsets[wanted.ordinality] is not null and wanted.player_id = any (limited_players)
      having count(*) > 0;
  end if;
end $$;
revoke execute on function place_bets from public;
grant execute on function place_bets to clearball_app;
