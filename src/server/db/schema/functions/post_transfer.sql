-- Makes a transfer between accounts: one call for the app, and inside it one conditional update for each player's account, in the order
-- of account ids. `changes` says what each of `refs` gains or loses.
create or replace function post_transfer(
  transfer_id uuid, transfer_kind text, moment timestamptz, refs text[], changes bigint[]
) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  leg record;
  account_ids bigint[] := '{}';
  amounts bigint[] := '{}';
  balances bigint[] := '{}';
  new_balance bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no transfer is made while an alarm is open' using errcode = 'CB002';
  end if;
  insert into account (ref, balance)
    select new_ref, case when new_ref like 'player:%' then 0 end from unnest(refs) new_ref
    where not exists (select from account where ref = new_ref) order by new_ref
    on conflict do nothing;
  for leg in
    select account.id, change, balance is not null as is_kept
    from unnest(refs, changes) as wanted (ref, change) join account using (ref) order by account.id
  loop
    new_balance := null;
    if leg.is_kept then
      update account set balance = balance + leg.change where id = leg.id and balance + leg.change >= 0
        returning balance into new_balance;
      if not found then
        raise exception 'account % holds too little', leg.id using errcode = 'CB001';
      end if;
    end if;
    account_ids := account_ids || leg.id;
    amounts := amounts || leg.change;
    balances := balances || new_balance;
  end loop;
  perform write_transfer(transfer_id, transfer_kind, moment, null, account_ids, amounts, balances);
end $$;
revoke execute on function post_transfer from public;
grant execute on function post_transfer to clearball_app;
