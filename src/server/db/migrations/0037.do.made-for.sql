-- A database remembers whether it was made for a demonstration, so that a node of the other mode can refuse it.

-- One row, which the app can read and the owner alone can write: it is written with the first migration.
create table house (
  is_only boolean primary key default true,
  is_demo boolean not null,
  made_at timestamptz not null default now(),
  constraint house_is_one check (is_only)
);
revoke insert on house from clearball_app;

-- Databases from before: grants are found in demonstrations alone.
insert into house (is_demo)
  select exists (select from transfer where kind = 'demo_grant')
  where exists (select from operator) or exists (select from player);

create function refuse_grant() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select is_demo from house) is not true then
    raise exception 'grants are for demonstrations alone' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
create trigger transfer_grants_in_demonstrations before insert on transfer
  for each row when (new.kind = 'demo_grant') execute function refuse_grant();
