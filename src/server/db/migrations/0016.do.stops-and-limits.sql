-- Betting can be stopped: a game by an operator, all of it by a player for themselves, and what a player stakes or loses by
-- limits of their own. Placing asks all three in the statement that takes the stakes, so each is in force at once on every node.

-- A game that takes no bets, or all of them where none is named, until it is lifted.
create table game_stop (
  id uuid primary key,
  game text,
  why text not null,
  stopped_by uuid not null references operator,
  stopped_at timestamptz not null,
  lifted_by uuid references operator,
  lifted_at timestamptz,
  constraint game_stop_why_is_known check (why in ('maintenance', 'incident', 'authority')),
  constraint game_stop_is_lifted_by_somebody check ((lifted_by is null) = (lifted_at is null))
);
create unique index game_stop_in_force on game_stop (game) nulls not distinct where lifted_at is null;
grant update (lifted_by, lifted_at) on game_stop to clearball_app;
create trigger game_stop_stays_lifted before update or delete on game_stop
  for each row when (old.lifted_at is not null) execute function refuse_change();

-- Cancelling a draw takes two people, like everything else that cannot be undone.
alter table proposal drop constraint proposal_kind_is_known;
alter table proposal add constraint proposal_kind_is_known check (
  kind in ('settings.change', 'receiving.publish', 'receiving.retire', 'deposits.reverse', 'draws.cancel')
);

-- Limits on what a player stakes, and on what they lose, in rolling spans; the last confirmed row of a kind and span counts.
create table play_limit (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  kind text not null,
  span text not null,
  -- Null lifts the limit.
  amount bigint,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  constraint play_limit_kind_is_known check (kind in ('stake', 'loss')),
  constraint play_limit_span_is_known check (span in ('day', 'week', 'month')),
  constraint play_limit_is_no_debt check (amount >= 0)
);
create index play_limit_by_player on play_limit (player_id, id);
grant update (confirmed_at) on play_limit to clearball_app;
create trigger play_limit_in_force_stays before update or delete on play_limit
  for each row when (old.confirmed_at is not null) execute function refuse_change();

-- A time-out ends by itself. A self-exclusion lasts its time at least, and on until a day after the player asks to return.
create table exclusion (
  id uuid primary key,
  player_id uuid not null references player,
  kind text not null,
  began_at timestamptz not null,
  until timestamptz not null,
  return_asked_at timestamptz,
  constraint exclusion_kind_is_known check (kind in ('time_out', 'self_exclusion')),
  constraint exclusion_lasts check (until > began_at),
  constraint exclusion_is_not_cut_short check (return_asked_at is null or (return_asked_at >= until and kind = 'self_exclusion'))
);
create index exclusion_by_player on exclusion (player_id, began_at);
grant update (return_asked_at) on exclusion to clearball_app;
create trigger exclusion_is_kept before delete on exclusion for each row execute function refuse_change();
create trigger exclusion_return_is_asked_once before update on exclusion
  for each row when (old.return_asked_at is not null) execute function refuse_change();

-- On the player's own row, which placing reads anyway: most players have neither.
alter table player add column is_limited boolean not null default false, add column excluded_until timestamptz;
create index player_limited on player (id) where is_limited;
grant update (is_limited, excluded_until) on player to clearball_app;

alter table chase add column stake bigint not null default 0;

-- What a player staked and lost since an instant. Counted by the bets themselves: a stake that was given back was none, however
-- long after. Stakes not yet drawn count as lost until something comes back.
create function play_used(of_player uuid, since timestamptz) returns table (staked bigint, lost bigint)
language sql stable set search_path = public, pg_temp as $$
  with own as (select id from account where ref = 'player:' || of_player || ':available'),
  bets as (
    select coalesce(sum(bet.stake * bet.lines), 0)::bigint as staked from bet join period on period.id = bet.period_id
    where bet.account_id = (select id from own) and bet.draws_at > since and bet.at > since
      and period.status not in ('void', 'cancelled')),
  returns as (
    select coalesce(sum(amount), 0)::bigint as won from entry join transfer on number = transfer_number
    where account_id = (select id from own) and entry.at > since and transfer.kind in ('payout', 'shadow', 'rebate'))
  select staked, staked - won from bets, returns
$$;

-- What a player with limits may still stake and lose; null where nothing limits it. What is held for chases is apart: it is
-- counted against everything but the chases' own bets.
create function play_room(of_player uuid, moment timestamptz)
returns table (stake_left bigint, loss_left bigint, reserved bigint)
language sql stable set search_path = public, pg_temp as $$
  with in_force as (
    select distinct on (kind, span) kind, span, amount from play_limit
    where player_id = of_player and confirmed_at is not null order by kind, span, id desc)
  select min(amount - staked) filter (where kind = 'stake'), min(amount - lost) filter (where kind = 'loss'),
    coalesce((select sum(stake * left_over) from chase where player_id = of_player and status = 'running'), 0)::bigint
  from in_force cross join lateral play_used(of_player, moment - case span
    when 'day' then interval '24 hours' when 'week' then interval '7 days' else interval '30 days' end)
$$;

-- Made anew, after the other index that begins with the account: while the table is empty both look equally good to the planner,
-- which then takes the later one, and the plan that looks for a used key is kept for as long as a connection lives.
drop index bet_once_per_key;
create unique index bet_once_per_key on bet (account_id, key, line, draws_at);

-- As before; a stopped game, an excluded player and limits are asked as well.
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
  open_periods := array(select id from period
    where id = any (periods) and status = 'scheduled' and opens_at <= moment and moment < closes_at);
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

-- The keys that signed the public log, in order. A change is a record of the log itself; the first key is in none of them.
create table operator_key (
  -- The first record that is signed with it.
  from_seq bigint primary key,
  public_key text not null,
  constraint operator_key_is_a_key check (public_key ~ '^[0-9a-f]{64}$'),
  constraint operator_key_is_new unique (public_key)
);
create trigger operator_key_is_append_only before update or delete on operator_key
  for each row execute function refuse_change();
