-- What a player with limits may still stake and lose; null where there is no limit. `reserved` is what is held for repeat orders: it
-- counts against all bets except those of the repeat orders. Each limit is the newest row of its own index, because a player may have
-- changed limits thousands of times, and every batch of bets asks.
create or replace function play_room(of_player uuid, moment timestamptz)
returns table (stake_left bigint, loss_left bigint, reserved bigint)
language sql stable set search_path = public, pg_temp as $$
  with in_force as materialized (
    select length, (
        select amount from play_limit
        where player_id = of_player and kind = 'stake' and play_limit.span = spans.span and confirmed_at is not null
        order by id desc limit 1) as stake, (
        select amount from play_limit
        where player_id = of_player and kind = 'loss' and play_limit.span = spans.span and confirmed_at is not null
        order by id desc limit 1) as loss
    from (values ('day', interval '24 hours'), ('week', interval '7 days'), ('month', interval '30 days')) as spans (span, length))
  select min(stake - staked), min(loss - lost),
    coalesce((select sum(stake * left_over) from repeat_order where player_id = of_player and status = 'running'), 0)::bigint
  from in_force cross join lateral play_sums_since(of_player, moment - length)
  where stake is not null or loss is not null
$$;
