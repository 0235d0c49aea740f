-- Pays players and lets other accounts bear it, as the entries of one transfer; returns the players. The first of the others is the
-- account of the draw, also where nothing of it moves. The settings pin the plan: accounts are found by their ids, however few
-- there are.
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
revoke execute on function pay_accounts from public;
