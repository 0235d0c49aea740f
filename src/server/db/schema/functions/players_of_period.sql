-- Everybody who bet on a period, once each.
create or replace function players_of_period(period integer) returns uuid[]
language sql stable set search_path = public, pg_temp as $$
  select coalesce(array_agg(split_part(ref, ':', 2)::uuid), '{}') from (
    select distinct bet.account_id from bet join betting using (period_id, draws_at)
    where period_id = players_of_period.period) bettor
  join account on account.id = bettor.account_id
$$;
