-- Refuses entries of a transfer that do not add up to zero. It runs once per statement, over all the rows inserted, so a transfer is
-- written in one statement or not at all, and is never out of balance, not even inside a transaction.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from arrived group by transfer_number having sum(amount) <> 0) then
    raise exception 'the entries of a transfer are not balanced' using errcode = 'check_violation';
  end if;
  return null;
end $$;
