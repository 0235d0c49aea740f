-- Whether a player has bets on draws from which payments may still come.
create or replace function has_open_bets(of_player uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from period join betting on betting.period_id = period.id
    where betting.bets > 0 and is_open(period, betting.rebated_at) and exists (
      select from bet join account on account.id = bet.account_id
      where account.ref = 'player:' || of_player || ':available'
        and bet.draws_at = betting.draws_at and bet.period_id = betting.period_id))
$$;
