-- Refuses entries of a transfer that do not add up to zero. Runs once per statement over the rows it brought, not once per row: a
-- transfer arrives whole or not at all, so there is no moment, not even inside a transaction, at which one is out of balance.
create or replace function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from arrived group by transfer_number having sum(amount) <> 0) then
    raise exception 'the entries of a transfer are not balanced' using errcode = 'check_violation';
  end if;
  return null;
end $$;
