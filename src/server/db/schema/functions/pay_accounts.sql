-- Pays players for a period at the expense of other accounts, as one transfer; returns the players. The settings fix the query plan, so
-- that accounts are found by their ids even while the table is small.
create or replace function pay_accounts(
  transfer_id uuid, transfer_kind text, moment timestamptz, of_period integer,
  payee_ids bigint[], payments bigint[], bearer_ids bigint[], shares bigint[]
) returns uuid[]
language plpgsql set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
declare
  account_ids bigint[];
  amounts bigint[];
  balances bigint[];
  players uuid[];
begin
  perform from account where id = any (payee_ids) order by id for no key update;
  with paid as (
    update account set balance = balance + payment.amount
    from unnest(payee_ids, payments) as payment (account_id, amount) where account.id = payment.account_id
    returning account.id, ref, payment.amount, balance)
  select array_agg(id), array_agg(amount), array_agg(balance), array_agg(split_part(ref, ':', 2)::uuid)
    into account_ids, amounts, balances, players from paid;
  for bearer in 1..cardinality(bearer_ids) loop
    if shares[bearer] <> 0 then
      account_ids := account_ids || bearer_ids[bearer];
      amounts := amounts || shares[bearer];
      balances := balances || null::bigint;
    end if;
  end loop;
  perform write_transfer(transfer_id, transfer_kind, moment, of_period, account_ids, amounts, balances);
  return players;
end $$;
revoke execute on function pay_accounts from public;
