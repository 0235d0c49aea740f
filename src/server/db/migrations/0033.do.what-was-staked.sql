-- What a player staked had three meanings, and a payout counted by its own instant widened a loss limit for a stake that no longer
-- counted. Stakes are now counted by one function, from bets, and a transfer that pays for a draw says which.

-- Locks accounts and tells what is in them, so that a bet under way has ended or waits.
create function lock_accounts(refs text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from account where ref = any (refs) order by id for no key update;
  return (select coalesce(sum(balance), 0) from account where ref = any (refs));
end $$;
revoke execute on function lock_accounts from public;
grant execute on function lock_accounts to clearball_app;

-- A draw from which something may still come: it is not settled, its rebates are not paid, or those who would have won a void one
-- are yet to be paid.
create function is_open(of_period period, rebated_at timestamptz) returns boolean
language sql immutable as $$
  select of_period.settled_at is null
    or (of_period.status = 'drawn' and rebated_at is null)
    or (of_period.void_reason = 'beacon-unavailable' and of_period.shadow_settled_at is null)
$$;

create function has_open_bets(of_player uuid) returns boolean
language sql stable set search_path = public, pg_temp as $$
  select exists (
    select from period join betting on betting.period_id = period.id
    where betting.bets > 0 and is_open(period, betting.rebated_at) and exists (
      select from bet join account on account.id = bet.account_id
      where account.ref = 'player:' || of_player || ':available'
        and bet.draws_at = betting.draws_at and bet.period_id = betting.period_id))
$$;

-- The draw that a payout, a refund or a rebate is for.
alter table transfer add column period_id integer;
create unique index betting_by_account on betting (account_id);
alter table transfer disable trigger transfer_is_append_only;
update transfer set period_id = betting.period_id from betting join entry on entry.account_id = betting.account_id
  where transfer.number = entry.transfer_number and transfer.kind in ('payout', 'refund');
alter table transfer enable trigger transfer_is_append_only;

-- As before; the first of the others is the account of the draw, also where nothing of it moves.
create or replace function pay_accounts(
  transfer_id uuid, paid_as text, moment timestamptz, ids bigint[], amounts bigint[], others bigint[], shares bigint[]
) returns uuid[]
language plpgsql set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  made bigint;
  players uuid[];
begin
  perform from account where id = any (ids) order by id for no key update;
  insert into transfer (id, kind, at, period_id)
    values (transfer_id, paid_as, moment, (select period_id from betting where account_id = others[1]))
    returning number into made;
  with changed as (
    update account set balance = balance + given.amount
    from unnest(ids, amounts) as given (id, amount) where account.id = given.id
    returning account.id, ref, given.amount, balance),
  written as (
    insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
      select moment, made, id, amount, balance - amount, balance from changed
      union all
      select moment, made, leg.id, leg.amount, null, null from unnest(others, shares) as leg (id, amount)
      where leg.amount <> 0)
  select array_agg(split_part(ref, ':', 2)::uuid) into players from changed;
  return players;
end $$;

create or replace function pay_rebates(
  period integer, is_last boolean, moment timestamptz, transfer_id uuid, accounts bigint[], amounts bigint[],
  out players uuid[], out has_ended boolean
) language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
#variable_conflict use_column
declare
  ids bigint[];
  dues bigint[];
  total bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no rebate is paid while an alarm is open' using errcode = 'CB002';
  end if;
  -- One node at a time; betting on the period is long over.
  perform from betting where period_id = pay_rebates.period and rebated_at is null for update;
  has_ended := found and is_last;
  if not found then
    return;
  end if;
  if has_ended then
    update betting set rebated_at = moment where period_id = pay_rebates.period;
  end if;
  select array_agg(given.id), array_agg(given.amount), sum(given.amount) into ids, dues, total
    from unnest(accounts, amounts) as given (id, amount)
    where not exists (select from rebate where rebate.account_id = given.id and period_id = pay_rebates.period);
  if total is null then
    return;
  end if;
  insert into settlement (period_id, kind, first_seq, last_seq, stakes, paid, winners, at)
    select pay_rebates.period, 'rebate', piece, piece, 0, total, cardinality(ids), moment
    from (select coalesce(max(first_seq) + 1, 0) as piece from settlement
      where period_id = pay_rebates.period and kind = 'rebate') next;
  insert into account (ref) values ('house:rebates') on conflict do nothing;
  insert into rebate (period_id, account_id, amount)
    select pay_rebates.period, given.id, given.amount from unnest(ids, dues) as given (id, amount);
  players := pay_accounts(transfer_id, 'rebate', moment, ids, dues,
    array[(select account_id from betting where period_id = pay_rebates.period),
      (select id from account where ref = 'house:rebates')],
    array[0, -total]);
end $$;

-- What a player staked after an instant, draw by draw; a stake that was given back was none, however long after. `is_whole` says
-- that nothing was staked on the draw before.
create function staked_by_draw(of_player uuid, since timestamptz)
returns table (period_id integer, staked bigint, is_whole boolean)
language sql stable set search_path = public, pg_temp as $$
  -- Apart from the grouping: for its order's sake an empty table would be read by period, and a full one long afterwards.
  with own as materialized (
    select period_id, stake * lines as total, at > since as is_counted from bet
    where account_id = (select id from account where ref = 'player:' || of_player || ':available') and draws_at > since
      and period_id not in (select id from period where draws_at > since and status in ('void', 'cancelled')))
  select period_id, sum(total) filter (where is_counted)::bigint, bool_and(is_counted) from own
  group by period_id having bool_or(is_counted)
$$;

-- What a player staked since an instant, and what was lost of it. What came back counts for the draws whose stakes count, whenever
-- it was paid; for a draw that was bet on both before and after the instant it is left out, since it cannot be told apart. Stakes
-- not yet drawn count as lost. `is true` keeps the draws a hash table; as a join, every payout would be compared with each of them.
create or replace function play_used(of_player uuid, since timestamptz) returns table (staked bigint, lost bigint)
language sql stable set search_path = public, pg_temp as $$
  with own as (select id from account where ref = 'player:' || of_player || ':available'),
  draws as materialized (select * from staked_by_draw(of_player, since)),
  payouts as (
    select coalesce(sum(amount), 0)::bigint as won from entry join transfer on number = transfer_number
    where account_id = (select id from own) and entry.at > since and amount > 0 and kind = 'payout'
      and (transfer.period_id in (select period_id from draws where is_whole)) is true),
  rebates as (
    select coalesce(sum(amount), 0)::bigint as won from rebate
    where account_id = (select id from own) and (period_id in (select period_id from draws where is_whole)) is true),
  stakes as (select coalesce(sum(staked), 0)::bigint as total from draws)
  select stakes.total, stakes.total - payouts.won - rebates.won from stakes, payouts, rebates
$$;
