-- The entries after the last seal. Written with a variable, whose value is known when the query is planned: with the seal looked up inside
-- the query, PostgreSQL expects a third of all entries and reads the whole ledger.
create or replace function unsealed_entries() returns setof entry
language plpgsql stable set search_path = public, pg_temp set plan_cache_mode = force_custom_plan as $$
declare
  sealed_upto constant bigint := (select coalesce(max(upto_id), 0) from seal);
begin
  return query select * from entry where id > sealed_upto;
end $$;
revoke execute on function unsealed_entries from public;
grant execute on function unsealed_entries to clearball_app;
