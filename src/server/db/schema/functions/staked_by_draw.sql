-- What a player staked after an instant, draw by draw. A stake that was given back does not count, however much later that was.
-- `is_whole` is true if nothing was staked on the draw before the instant.
create or replace function staked_by_draw(of_player uuid, since timestamptz)
returns table (period_id integer, staked bigint, is_whole boolean)
language sql stable set search_path = public, pg_temp as $$
  -- Materialized, to keep it apart from the grouping: planned together while the table is empty, PostgreSQL would read the table in the
  -- order of periods, and would keep that plan when the table is full.
  with own_bets as materialized (
    select period_id, stake * line_count as total, at > since as is_counted from bet
    where account_id = (select id from account where ref = 'player:' || of_player || ':available') and draws_at > since
      and period_id not in (select id from period where draws_at > since and status in ('void', 'cancelled')))
  select period_id, sum(total) filter (where is_counted)::bigint, bool_and(is_counted) from own_bets
  group by period_id having bool_or(is_counted)
$$;
