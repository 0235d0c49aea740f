-- The database itself: its roles and rights, the history of its schema, the nodes that work on it, and the open alarms.

do $$
begin
  if not exists (select from pg_roles where rolname = 'clearball_app') then
    create role clearball_app nologin;
    -- Creating a role does not by itself allow acting as it.
    execute format('grant clearball_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to clearball_app;
-- By default the app can read a table and insert rows. Updating and deleting rows is granted table by table.
alter default privileges in schema public grant select, insert on tables to clearball_app;

-- The migrations that ran, so that each runs once and a node of an older release can tell that the schema is newer.
create table schema_migration (
  -- 0 is the baseline.
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
revoke insert on schema_migration from clearball_app;

-- Every version of every function that was ever applied here. The last row of a name is in force; a release whose file matches an
-- earlier row is an older release.
create table schema_function (
  id bigint generated always as identity primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_function_has_a_text_once unique (name, checksum)
);
revoke insert on schema_function from clearball_app;

-- Whether the database is for play money or for real money, so that a node of the other mode refuses it. The one row is written with
-- the baseline; the app can read it and only the owner can write it.
create table house (
  is_only boolean primary key default true,
  is_demo boolean not null,
  made_at timestamptz not null default now(),
  constraint house_is_one check (is_only)
);
revoke insert on house from clearball_app;

-- The running nodes and their heartbeats, so that the alarms of a node that is gone can be ended.
create table node (
  id uuid primary key,
  -- Host name and process id, as in the log.
  name text not null,
  -- Where it stores pictures: two nodes that differ here cannot see each other's pictures.
  pictures text not null,
  started_at timestamptz not null default now(),
  -- The last heartbeat, by the database's clock, because the nodes' own clocks may differ.
  seen_at timestamptz not null default now()
);
grant update (seen_at), delete on node to clearball_app;

-- Problems of a single node, stored so that the console shows them whichever node serves it.
create table node_alarm (
  node_id uuid not null references node on delete cascade,
  kind text not null,
  what text not null,
  since timestamptz not null,
  primary key (node_id, kind)
);
grant delete on node_alarm to clearball_app;

-- Alarms that stop money: while one is open, no transfer is made.
create table alarm (
  id bigint generated always as identity primary key,
  -- The check that raised it; only the same check can end it.
  source text not null default 'ledger',
  -- The node that raised it; null for an alarm that no single node owns.
  node_id uuid,
  what text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index alarm_open on alarm (id) where cleared_at is null;
grant update (cleared_at) on alarm to clearball_app;
create trigger alarm_is_kept before delete on alarm for each row execute function refuse_change();

-- Alarms that were sent to the webhook, so that only one of several nodes sends each, once.
create table told_alarm (
  kind text primary key,
  told_at timestamptz not null
);
grant delete on told_alarm to clearball_app;
