-- What a player with limits staked since an instant, and what was lost of it: the minutes of its hour, its own minute as a whole, and
-- the hours after that.
create or replace function play_sums_since(of_player uuid, since timestamptz) returns table (staked bigint, lost bigint)
language sql stable set search_path = public, pg_temp as $$
  with own_account as (select id from account where ref = 'player:' || of_player || ':available'),
  counted as (
    select staked, returned from play_sum
    where account_id = (select id from own_account) and grain = 'hour' and starts_at > since
    union all
    select staked, returned from play_sum
    where account_id = (select id from own_account) and grain = 'minute'
      and starts_at >= date_trunc('minute', since, 'UTC') and starts_at < date_trunc('hour', since, 'UTC') + interval '1 hour')
  select coalesce(sum(staked), 0)::bigint, coalesce(sum(staked - returned), 0)::bigint from counted
$$;
