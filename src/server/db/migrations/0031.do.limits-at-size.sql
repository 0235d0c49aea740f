-- What a player with limits used is added up for every bet, while everybody in the same batch waits: a player with six thousand bets
-- of the last month held them up for an eighth of a second. It is added up once for each span, not for each limit; which draws
-- returned their stakes is asked once, not of every bet's draw; and of what moved only what came in is looked at.

create index period_that_returned on period (draws_at) where status in ('void', 'cancelled');

create or replace function play_used(of_player uuid, since timestamptz) returns table (staked bigint, lost bigint)
language sql stable set search_path = public, pg_temp as $$
  with own as (select id from account where ref = 'player:' || of_player || ':available'),
  bets as (
    select coalesce(sum(stake * lines), 0)::bigint as staked from bet
    where account_id = (select id from own) and draws_at > since and at > since
      and period_id not in (select id from period where draws_at > since and status in ('void', 'cancelled'))),
  returns as (
    select coalesce(sum(amount), 0)::bigint as won from entry join transfer on number = transfer_number
    where account_id = (select id from own) and entry.at > since and amount > 0
      and transfer.kind in ('payout', 'shadow', 'rebate'))
  select staked, staked - won from bets, returns
$$;

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
    coalesce((select sum(stake * left_over) from chase where player_id = of_player and status = 'running'), 0)::bigint
  from spans cross join lateral play_used(of_player, moment - case span
    when 'day' then interval '24 hours' when 'week' then interval '7 days' else interval '30 days' end)
$$;
