-- Seals up to 5,000 entries after the last seal. `horizon` is a number that the sequence had already given out, `since` a transaction
-- that began after the horizon was read: once all earlier transactions are over, no entry up to the horizon can still appear.
create or replace function seal_entries(horizon bigint, since xid8, moment timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former seal;
  upto bigint;
  sealed bigint;
begin
  if pg_snapshot_xmin(pg_current_snapshot()) < since then
    return null;
  end if;
  -- Waits for another node that is sealing; the statements below then see its seal.
  perform pg_advisory_xact_lock(7261010);
  select * into former from seal order by number desc limit 1;
  former.number := coalesce(former.number, 0);
  former.upto_id := coalesce(former.upto_id, 0);
  former.hash := coalesce(former.hash, sha256('clearball ledger'));
  select max(id), count(*) into upto, sealed from
    (select id from entry where id > former.upto_id and id <= horizon order by id limit 5000) block;
  if sealed = 0 then
    return 0;
  end if;
  insert into seal (number, after_id, upto_id, entries, former_hash, hash, at) values (
    former.number + 1, former.upto_id, upto, sealed, former.hash,
    entries_hash(former.hash, former.upto_id, upto), moment);
  insert into rollup (account_id, balance)
    select account_id, sum(amount) from entry
    where id > former.upto_id and id <= upto and balance_after is null group by account_id order by account_id
    on conflict (account_id) do update set balance = rollup.balance + excluded.balance;
  return sealed;
end $$;
revoke execute on function seal_entries from public;
grant execute on function seal_entries to clearball_app;
