-- Waits for the batch of bets that has locked an account. What it placed is seen by the statements that follow.
create or replace function wait_for_account(account_id bigint) returns void
language plpgsql security definer set search_path = public, pg_temp set lock_timeout = '1s' as $$
begin
  perform from account where id = account_id for share;
end $$;
revoke execute on function wait_for_account from public;
grant execute on function wait_for_account to clearball_app;
