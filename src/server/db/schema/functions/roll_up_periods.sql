-- Adds periods to the reports of their days, each once. The payouts come from the settlements. `markets` is an array of
-- `{"period_id", "market", "bets", "stakes", "paid", "expected"}`, which the app computes from the rules. Returns how many periods it
-- added.
create or replace function roll_up_periods(due integer[], moment timestamptz, markets jsonb) returns integer
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  added integer[];
  today record;
begin
  -- One node at a time: two at once would lock the same players' rows in different orders and deadlock.
  perform pg_advisory_xact_lock(7261025);
  with marked as (
    update betting set rolled_up_at = moment where period_id = any (due) and rolled_up_at is null returning period_id)
    select array_agg(period_id) into added from marked;
  if added is null then
    return 0;
  end if;

  insert into game_day as total (day, game, draws, bets, stakes, paid, expected, squares, rebates, returned)
    select day, game, count(*) filter (where is_drawn), coalesce(sum(bets) filter (where is_drawn), 0),
      coalesce(sum(stakes) filter (where is_drawn), 0), sum(paid), sum(expected), sum(square_of(paid - expected)),
      sum(rebates), coalesce(sum(stakes) filter (where not is_drawn), 0)
    from (
      select to_char(period.draws_at at time zone 'UTC', 'YYYY-MM-DD') as day, game, status = 'drawn' as is_drawn,
        betting.bets, betting.stakes, coalesce(settled.paid, 0)::bigint as paid, coalesce(rebates, 0)::bigint as rebates,
        coalesce(expected, 0)::bigint as expected
      from period join betting on betting.period_id = period.id
      left join (
        select period_id, sum(paid) filter (where kind = 'payout') as paid, sum(paid) filter (where kind = 'rebate') as rebates
        from settlement where period_id = any (added) group by period_id) settled on settled.period_id = period.id
      left join (
        select period_id, sum(expected) as expected
        from jsonb_to_recordset(markets) as market_of_period (period_id integer, expected bigint)
        group by period_id) priced on priced.period_id = period.id
      where period.id = any (added)) rolled_up
    group by day, game
    on conflict (day, game) do update set draws = total.draws + excluded.draws, bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid,
      expected = total.expected + excluded.expected, squares = total.squares + excluded.squares,
      rebates = total.rebates + excluded.rebates, returned = total.returned + excluded.returned;

  insert into market_day as total (day, game, market, draws, bets, stakes, paid, expected, squares)
    select to_char(period.draws_at at time zone 'UTC', 'YYYY-MM-DD'), game, market, count(*), sum(sold.bets), sum(sold.stakes),
      sum(sold.paid), sum(sold.expected), sum(square_of(sold.paid - sold.expected))
    from jsonb_to_recordset(markets)
      as sold (period_id integer, market text, bets bigint, stakes bigint, paid bigint, expected bigint)
    join period on period.id = sold.period_id
    where period.id = any (added)
    group by 1, game, market
    on conflict (day, game, market) do update set draws = total.draws + excluded.draws, bets = total.bets + excluded.bets,
      stakes = total.stakes + excluded.stakes, paid = total.paid + excluded.paid,
      expected = total.expected + excluded.expected, squares = total.squares + excluded.squares;

  for today in
    select to_char(draws_at at time zone 'UTC', 'YYYY-MM-DD') as day, 1 << (extract(day from draws_at at time zone 'UTC')::integer - 1) as bit,
      array_agg(id) as ids, min(draws_at) as earliest, max(draws_at) as latest
    from period where id = any (added) group by 1, 2
  loop
    with marked as (
      insert into player_month as known (month, account_id, days)
        select left(today.day, 7), bettor.account_id, today.bit
        from (
          select distinct account_id from bet
          where period_id = any (today.ids) and draws_at between today.earliest and today.latest) bettor
        where not exists (
          select from player_month noted
          where month = left(today.day, 7) and noted.account_id = bettor.account_id and days & today.bit <> 0)
        on conflict (month, account_id) do update set days = known.days | excluded.days
        returning account_id)
    insert into active_day as total (day, players) select today.day, count(*) from marked
      on conflict (day) do update set players = total.players + excluded.players;
  end loop;
  return cardinality(added);
end $$;
revoke execute on function roll_up_periods from public;
grant execute on function roll_up_periods to clearball_app;
