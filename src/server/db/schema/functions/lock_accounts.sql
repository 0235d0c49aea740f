-- Locks accounts and returns the sum of their balances. A bet that is being placed has then either ended or waits for the lock.
create or replace function lock_accounts(refs text[]) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from account where ref = any (refs) order by id for no key update;
  return (select coalesce(sum(balance), 0) from account where ref = any (refs));
end $$;
revoke execute on function lock_accounts from public;
grant execute on function lock_accounts to clearball_app;
