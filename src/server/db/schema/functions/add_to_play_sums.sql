-- Adds to the sums of players with limits, each amount to the minute and the hour of its instant. The rows are locked in their order.
create or replace function add_to_play_sums(
  account_ids bigint[], instants timestamptz[], stakes bigint[], returns bigint[]
) returns void
language sql set search_path = public, pg_temp as $$
  insert into play_sum
    select account_id, grain, date_trunc(grain, instant, 'UTC') as starts_at, sum(stake), sum(returned)
    from unnest(account_ids, instants, stakes, returns) as added (account_id, instant, stake, returned),
      unnest('{hour,minute}'::text[]) grain
    group by account_id, grain, starts_at order by account_id, grain, starts_at
  on conflict (account_id, grain, starts_at)
    do update set staked = play_sum.staked + excluded.staked, returned = play_sum.returned + excluded.returned
$$;
revoke execute on function add_to_play_sums from public;
