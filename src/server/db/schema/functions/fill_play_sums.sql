-- Makes the sums of a player who has just set a first limit and has none. The caller has locked the player's accounts, as every bet and
-- every payment does, so that none of them is missed or counted twice.
create or replace function fill_play_sums(of_player uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  -- Longer than the longest span of a limit.
  oldest constant timestamptz := moment - interval '31 days';
  own_account constant bigint := (select id from account where ref = 'player:' || of_player || ':available');
  periods integer[];
  instants timestamptz[];
  stakes bigint[];
begin
  -- A stake that was given back no longer counts.
  select array_agg(period_id), array_agg(at), array_agg(stake * line_count) into periods, instants, stakes from bet
    where account_id = own_account and draws_at > oldest and at > oldest and not exists (
      select from settlement
      where settlement.period_id = bet.period_id and kind = 'refund' and seq between first_seq and last_seq);
  if periods is null then
    return;
  end if;
  insert into play_draw
    select period_id, own_account, min(at) from unnest(periods, instants) as own_bet (period_id, at) group by period_id;
  perform add_to_play_sums(
    array_fill(own_account, array[cardinality(stakes)]), instants, stakes, array_fill(0::bigint, array[cardinality(stakes)]));
  perform add_to_play_sums(
      array_agg(own_account), array_agg(first_at), array_agg(0::bigint), array_agg(amount))
    from (
      select transfer.period_id, amount from entry join transfer on number = transfer_number
      where account_id = own_account and entry.at > oldest and amount > 0 and kind = 'payout'
      union all select period_id, amount from rebate where account_id = own_account) payment
    join play_draw on play_draw.account_id = own_account and play_draw.period_id = payment.period_id
    having count(*) > 0;
end $$;
revoke execute on function fill_play_sums from public;
grant execute on function fill_play_sums to clearball_app;
