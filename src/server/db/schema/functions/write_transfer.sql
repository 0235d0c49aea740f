-- Writes a transfer and its entries. Every function that moves money calls this one after it has changed the balances. `balances`
-- holds the balances after the transfer; null for an account whose balance is summed from its entries.
create or replace function write_transfer(
  transfer_id uuid, transfer_kind text, moment timestamptz, of_period integer,
  account_ids bigint[], amounts bigint[], balances bigint[]
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  new_number bigint;
begin
  insert into transfer (id, kind, at, period_id) values (transfer_id, transfer_kind, moment, of_period)
    returning number into new_number;
  insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
    select moment, new_number, change.account_id, change.amount, change.balance - change.amount, change.balance
    from unnest(account_ids, amounts, balances) as change (account_id, amount, balance);
end $$;
revoke execute on function write_transfer from public;
