-- Adds periods to the sums by hour, by traits of their players and by the week of the first top-up, each once. Only drawn periods have
-- figures. `winnings` is an array of `{"period_id", "play", "selection", "won"}`: the winning selections and how many lines of each won; 0
-- means that the stake is given back. The age of an account is in hours, because the length of a day depends on a time zone. Returns how
-- many periods it added.
create or replace function roll_up_players(due integer[], moment timestamptz, winnings jsonb) returns integer
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  added integer[];
  drawn integer[];
  period_ids integer[];
  account_ids bigint[];
  bet_counts bigint[];
  stake_sums bigint[];
  paid_sums bigint[];
begin
  -- One node at a time: two at once would lock the same rows in different orders and deadlock.
  perform pg_advisory_xact_lock(7261034);
  with marked as (
    update betting set players_rolled_up_at = moment
    where period_id = any (due) and players_rolled_up_at is null and rolled_up_at is not null returning period_id)
    select array_agg(period_id) into added from marked;
  if added is null then
    return 0;
  end if;

  select coalesce(array_agg(id), '{}') into drawn from period where id = any (added) and status = 'drawn';

  insert into game_hour as total (day, hour, game, draws, bets, stakes, paid)
    select to_char(period.draws_at at time zone 'UTC', 'YYYY-MM-DD'), extract(hour from period.draws_at at time zone 'UTC')::integer,
      game, count(*), sum(betting.bets), sum(betting.stakes), coalesce(sum(settled.paid), 0)
    from period join betting on betting.period_id = period.id
    left join (
      select period_id, sum(paid) as paid from settlement
      where period_id = any (drawn) and kind = 'payout' group by period_id) settled on settled.period_id = period.id
    where period.id = any (drawn)
    group by 1, 2, 3
    on conflict (day, hour, game) do update set draws = total.draws + excluded.draws, bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid;

  -- In arrays, whose lengths the planner knows: a few players are looked up one by one, many are hashed.
  select array_agg(period_id), array_agg(account_id), array_agg(bets), array_agg(stakes), array_agg(paid)
    into period_ids, account_ids, bet_counts, stake_sums, paid_sums from played_by(drawn, winnings);
  with known as materialized (
    select account_id, played.bets, stakes, paid, to_char(draws_at at time zone 'UTC', 'YYYY-MM-DD') as day, coalesce(certification.country, '') as country,
      coalesce(invited_by::text, '') as inviter,
      case when draws_at < player.created_at + interval '168 hours' then 'week'
        when draws_at < player.created_at + interval '720 hours' then 'month' else 'older' end as age,
      case when first_top_up.at <= draws_at then monday_of(first_top_up.at) end as cohort, monday_of(draws_at) as week
    from unnest(period_ids, account_ids, bet_counts, stake_sums, paid_sums) as played (period_id, account_id, bets, stakes, paid)
    join period on period.id = period_id
    join account on account.id = account_id join player on player.id = split_part(ref, ':', 2)::uuid
    left join certification on certification.player_id = player.id and certification.status = 'passed'
    left join first_top_up on first_top_up.player_id = player.id),
  by_trait as (
    insert into trait_day as total (trait, day, name, bets, stakes, paid)
      select trait, day, name, sum(bets), sum(stakes), sum(paid)
      from known cross join lateral (values ('country', country), ('age', age), ('inviter', inviter)) as traits (trait, name)
      group by trait, day, name
      on conflict (trait, day, name) do update set bets = total.bets + excluded.bets, stakes = total.stakes + excluded.stakes,
        paid = total.paid + excluded.paid),
  new_week as (
    insert into player_week (week, account_id) select distinct week, account_id from known where cohort is not null
      on conflict do nothing returning week, account_id)
  insert into cohort_week as total (cohort, week, players, bets, stakes, paid)
    select cohort, week, count(distinct new_week.account_id), sum(bets), sum(stakes), sum(paid)
    from known left join new_week using (week, account_id) where cohort is not null
    group by cohort, week
    on conflict (cohort, week) do update set players = total.players + excluded.players, bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid;
  return cardinality(added);
end $$;
revoke execute on function roll_up_players from public;
grant execute on function roll_up_players to clearball_app;
