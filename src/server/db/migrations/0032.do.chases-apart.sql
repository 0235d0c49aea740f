-- Chases shared an account with withdrawals, so that nobody could check either; two nodes could decide about one draw of a chase;
-- and the key of its bet could be reckoned by its owner. What a chase has set aside is now in an account of its own, and a bet of
-- it is placed under a claim: a random key on the chase's row, which ends with the bet, in one transaction.

alter table chase
  -- The key of the bet that is being placed on `current_period`. Whoever claims the chase anew makes another one, and what still
  -- comes under the old one is refused.
  add column claim_key uuid,
  add column claimed_until timestamptz,
  -- The last period that was bet on; `last_period` is the last one that was dealt with, also by a refusal.
  add column placed_period integer references period,
  -- Nothing is to be done before.
  add column due_at timestamptz not null default '-infinity',
  -- How often in a row it could not go on, and why.
  add column failures integer not null default 0,
  add column problem text;

-- What was held for chases moves to their own account; what was held for neither chases nor withdrawals is free again.
do $$
declare
  one record;
begin
  for one in
    select player_id, 'player:' || player_id || ':' as ref, account.balance - coalesce(asked, 0) as held, staking
    from (select player_id,
        sum(stake * (left_over + (status = 'running' and current_period is not null)::integer))::bigint as staking
      from chase group by player_id) chases
    join account on account.ref = 'player:' || player_id || ':held'
    left join lateral (select sum(amount)::bigint as asked from withdrawal
      where withdrawal.player_id = chases.player_id and withdrawal.status in ('waiting', 'under_review')) asked on true
  loop
    if least(one.held, one.staking) > 0 then
      perform post_transfer(gen_random_uuid(), 'chase_hold', now(), array[one.ref || 'chase', one.ref || 'held'],
        array[least(one.held, one.staking), -least(one.held, one.staking)]);
    end if;
    if one.held > one.staking then
      perform post_transfer(gen_random_uuid(), 'chase_release', now(), array[one.ref || 'available', one.ref || 'held'],
        array[one.held - one.staking, one.staking - one.held]);
    end if;
  end loop;
end $$;
update chase set current_period = null where status <> 'running';
update chase set claim_key = gen_random_uuid() where current_period is not null;
update chase set placed_period = last_period where placed > 0;

alter table chase
  add constraint chase_claims_a_period check ((claim_key is null) = (current_period is null)),
  drop constraint chase_over_holds_nothing,
  add constraint chase_over_holds_nothing check (
    (status = 'running') = (ended_at is null) and (status = 'running' or (left_over = 0 and current_period is null)));
create unique index chase_by_claim on chase (claim_key) where claim_key is not null;
drop index chase_running;
create index chase_running on chase (due_at) where status = 'running';
grant update (claim_key, claimed_until, placed_period, due_at, failures, problem) on chase to clearball_app;

-- Places the one slip of a claim, as `place_bets` does, and ends the claim with it. Nothing is placed where the claim is no
-- longer in force; while its row is locked here, nobody can take it away.
create function place_chase(
  moment timestamptz, transfer_id uuid, periods integer[],
  payers bigint[], owners bigint[], players uuid[], certified boolean[], keys uuid[], places integer[], totals bigint[],
  counts integer[],
  slips integer[], numbers integer[], plays text[], selections text[], lines integer[], stakes bigint[], odds integer[], salts uuid[],
  out outcomes text[], out offsets integer[], out starts integer[], out head_seq bigint, out head_hash text
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  claimed chase;
begin
  -- The period, the player, then the chase: in this order `place_bets` takes the first two as well.
  perform pg_advisory_xact_lock_shared(7261003, periods[1]);
  perform from player where is_limited and id = players[1] for no key update;
  select * into claimed from chase where claim_key = keys[1] for no key update;
  if not found then
    outcomes := array['claim_lost'];
    offsets := array[null::integer];
    starts := array[0];
    return;
  end if;
  if (periods, players, totals) <> (array[claimed.current_period], array[claimed.player_id], array[claimed.stake]) then
    raise exception 'chase % is for another slip', claimed.id using errcode = 'check_violation';
  end if;
  select placed.outcomes, placed.offsets, placed.starts, placed.head_seq, placed.head_hash
    into outcomes, offsets, starts, head_seq, head_hash
    from place_bets(moment, transfer_id, periods, payers, owners, players, certified, keys, places, totals, counts,
      slips, numbers, plays, selections, lines, stakes, odds, salts) placed;
  if outcomes[1] = 'accepted' then
    update chase set current_period = null, claim_key = null, claimed_until = null, last_period = claimed.current_period,
      placed_period = claimed.current_period, placed = placed + 1, due_at = moment, failures = 0, problem = null
      where id = claimed.id;
  end if;
end $$;
revoke execute on function place_chase from public;
grant execute on function place_chase to clearball_app;
