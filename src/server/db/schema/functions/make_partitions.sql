-- Makes the monthly partitions of a table, from the month of `since` on. Attaching a partition does not wait for writers. A month that
-- already has rows in the default partition stays there.
create or replace function make_partitions(of_table regclass, since timestamptz, months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamp;
  part text;
  is_late boolean;
  new_parts integer := 0;
  divided_by constant name := (
    select attname from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = of_table);
begin
  for month in 0..months loop
    starts := date_trunc('month', since at time zone 'UTC') + make_interval(months => month);
    part := of_table::text || to_char(starts, '_YYYY_MM');
    execute format('select exists (select from %I where %I >= $1 and %2$I < $2)', of_table::text || '_default', divided_by)
      into is_late using starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC';
    continue when is_late or to_regclass(part) is not null;
    execute format('create table %I (like %s including defaults including constraints)', part, of_table);
    execute format('revoke insert on %I from clearball_app', part);
    execute format('alter table %s attach partition %I for values from (%L) to (%L)', of_table, part,
      starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC');
    new_parts := new_parts + 1;
  end loop;
  return new_parts;
end $$;
revoke execute on function make_partitions from public;
grant execute on function make_partitions to clearball_app;
