-- Makes the sums of a player who has just set a first limit, or removes those of a player who has lifted the last one. It locks the
-- player's accounts, as every bet and every payment does, so that none of them is missed or counted twice.
create or replace function fill_play_sums(of_player uuid, moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  -- Longer than the longest span of a limit.
  oldest constant timestamptz := moment - interval '31 days';
  own_account bigint;
begin
  perform from account where ref in ('player:' || of_player || ':available', 'player:' || of_player || ':repeat_order')
    order by id for no key update;
  select id into own_account from account where ref = 'player:' || of_player || ':available';
  delete from play_sum where account_id = own_account;
  delete from play_draw where account_id = own_account;
  if own_account is null or not (select is_limited from player where id = of_player) then
    return;
  end if;
  -- A stake that was given back no longer counts.
  create temporary table own_bet on commit drop as
    select period_id, at, stake * line_count as total from bet
    where account_id = own_account and draws_at > oldest and at > oldest and not exists (
      select from settlement
      where settlement.period_id = bet.period_id and kind = 'refund' and seq between first_seq and last_seq);
  insert into play_draw select period_id, own_account, min(at) from own_bet group by period_id;
  perform add_to_play_sums(array_agg(own_account), array_agg(at), array_agg(total), array_agg(0::bigint)) from own_bet having count(*) > 0;
  perform add_to_play_sums(array_agg(own_account), array_agg(first_at), array_agg(0::bigint), array_agg(amount))
    from (
      select transfer.period_id, amount from entry join transfer on number = transfer_number
      where account_id = own_account and entry.at > oldest and amount > 0 and kind = 'payout'
      union all select period_id, amount from rebate where account_id = own_account) paid
    join play_draw on play_draw.account_id = own_account and play_draw.period_id = paid.period_id
    having count(*) > 0;
  drop table own_bet;
end $$;
revoke execute on function fill_play_sums from public;
grant execute on function fill_play_sums to clearball_app;
