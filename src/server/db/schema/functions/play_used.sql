-- What a player staked since an instant, and what was lost of it. Payouts count for the draws whose stakes count, whenever they were
-- paid; for a draw that was bet on both before and after the instant they are left out, because they cannot be assigned to one part.
-- A player with limits has them summed, to the minute; others are shown what they would have used of one.
-- Stakes on draws to come count as lost. `is true` makes PostgreSQL hash the draws; a join would compare every payout with each draw.
create or replace function play_used(of_player uuid, since timestamptz) returns table (staked bigint, lost bigint)
language plpgsql stable set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  if (select is_limited from player where id = of_player) then
    return query select * from play_sums_since(of_player, since);
  else
    return query
    with own_account as (select id from account where ref = 'player:' || of_player || ':available'),
    draws as materialized (select * from staked_by_draw(of_player, since)),
    payouts as (
      select coalesce(sum(amount), 0)::bigint as won from entry join transfer on number = transfer_number
      where account_id = (select id from own_account) and entry.at > since and amount > 0 and kind = 'payout'
        and (transfer.period_id in (select period_id from draws where is_whole)) is true),
    rebates as (
      select coalesce(sum(amount), 0)::bigint as won from rebate
      where account_id = (select id from own_account) and (period_id in (select period_id from draws where is_whole)) is true),
    stakes as (select coalesce(sum(staked), 0)::bigint as total from draws)
    select stakes.total, stakes.total - payouts.won - rebates.won from stakes, payouts, rebates;
  end if;
end $$;
