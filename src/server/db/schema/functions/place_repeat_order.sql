-- Places the one slip of a claim, as `place_bets` does, and ends the claim with it. Nothing is placed where the claim is no longer in
-- force; while its row is locked here, nobody can take it away.
create or replace function place_repeat_order(
  moment timestamptz, transfer_id uuid, periods integer[], slips slip_to_place[], bets bet_to_place[],
  out outcomes text[], out offsets integer[], out starts integer[], out log_size bigint, out log_root bytea
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  slip constant slip_to_place := slips[1];
  claimed repeat_order;
begin
  -- Lock order: the period, the player, the repeat order. `place_bets` locks the first two in the same order.
  perform pg_advisory_xact_lock_shared(7261003, periods[1]);
  perform from player where is_limited and id = slip.player_id for no key update;
  select * into claimed from repeat_order where claim_key = slip.key for no key update;
  if not found then
    outcomes := array['claim_lost'];
    offsets := array[null::integer];
    starts := array[0];
    return;
  end if;
  if cardinality(slips) <> 1
    or (periods, slip.player_id, slip.total) <> (array[claimed.current_period], claimed.player_id, claimed.stake) then
    raise exception 'repeat order % is for another slip', claimed.id using errcode = 'check_violation';
  end if;
  select placed.outcomes, placed.offsets, placed.starts, placed.log_size, placed.log_root
    into outcomes, offsets, starts, log_size, log_root
    from place_bets(moment, transfer_id, periods, slips, place_repeat_order.bets) placed;
  if outcomes[1] = 'accepted' then
    update repeat_order set current_period = null, claim_key = null, claimed_until = null, last_period = claimed.current_period,
      placed_period = claimed.current_period, placed = placed + 1, due_at = moment, failures = 0, problem = null
      where id = claimed.id;
  end if;
end $$;
revoke execute on function place_repeat_order from public;
grant execute on function place_repeat_order to clearball_app;
