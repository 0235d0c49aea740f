-- What each player staked on each of these periods, and what that paid. `winnings` is as in `roll_up_players`. The planner takes the winnings
-- for a hundred rows and would compare every bet with each of them; without nested loops it hashes them.
create or replace function played_by(periods integer[], winnings jsonb)
returns table (period_id integer, draws_at timestamptz, account_id bigint, bets bigint, stakes bigint, paid bigint)
language plpgsql stable rows 20000 set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off
set enable_nestloop = off as $$
#variable_conflict use_column
declare
  earliest timestamptz;
  latest timestamptz;
begin
  select min(draws_at), max(draws_at) into earliest, latest from period where id = any (periods);
  return query
  select bet.period_id, bet.draws_at, bet.account_id, count(*), sum(stake * line_count)::bigint,
    coalesce(sum(case when won > 0 then stake * odds / 100 * won when won = 0 then stake * line_count end), 0)::bigint
  from bet
  left join jsonb_to_recordset(winnings) as winning (period_id integer, play text, selection text, won integer)
    on winning.period_id = bet.period_id and winning.play = bet.play and winning.selection = bet.selection
  where bet.period_id = any (periods) and bet.draws_at between earliest and latest
  group by bet.period_id, bet.draws_at, bet.account_id;
end $$;
revoke execute on function played_by from public;
