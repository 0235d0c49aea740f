-- What a player with limits may still stake and lose; null where there is no limit. `reserved` is what is held for repeat orders: it
-- counts against all bets except those of the repeat orders.
create or replace function play_room(of_player uuid, moment timestamptz)
returns table (stake_left bigint, loss_left bigint, reserved bigint)
language sql stable set search_path = public, pg_temp as $$
  with in_force as (
    select distinct on (kind, span) kind, span, amount from play_limit
    where player_id = of_player and confirmed_at is not null order by kind, span, id desc),
  spans as (
    select span, min(amount) filter (where kind = 'stake') as stake, min(amount) filter (where kind = 'loss') as loss
    from in_force where amount is not null group by span)
  select min(stake - staked), min(loss - lost),
    coalesce((select sum(stake * left_over) from repeat_order where player_id = of_player and status = 'running'), 0)::bigint
  from spans cross join lateral play_sums_since(of_player, moment - case span
    when 'day' then interval '24 hours' when 'week' then interval '7 days' else interval '30 days' end)
$$;
