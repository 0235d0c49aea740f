-- The hash of a block of entries, chained to the block before it. It covers all three tables of the ledger: a change in any of them
-- changes the hash.
create or replace function entries_hash(former bytea, after_it bigint, upto bigint) returns bytea
language sql stable set search_path = public, pg_temp set datestyle = 'ISO, YMD' as $$
  select sha256(former || convert_to(after_it || ' to ' || upto || E'\n' || coalesce(string_agg(
    concat_ws('|', entry.id, entry.at at time zone 'UTC', transfer.number, transfer.id, kind, transfer.at at time zone 'UTC',
      account_id, ref, amount, coalesce(balance_before::text, '-'), coalesce(balance_after::text, '-')),
    E'\n' order by entry.id), ''), 'UTF8'))
  from entry
  left join transfer on transfer.number = transfer_number
  left join account on account.id = account_id
  where entry.id > after_it and entry.id <= upto
$$;
