-- The database itself: who may do what in it, how its schema came about, which nodes work on it, and which alarms are open.

do $$
begin
  if not exists (select from pg_roles where rolname = 'clearball_app') then
    create role clearball_app nologin;
    -- Making a role does not yet allow acting as it.
    execute format('grant clearball_app to %I', current_user);
  end if;
end $$;

grant usage on schema public to clearball_app;
-- A new table can be read and added to. Changing or deleting rows is granted table by table, where it is meant.
alter default privileges in schema public grant select, insert on tables to clearball_app;

-- Which migrations ran, so that each runs once and a node of an older release can tell that the schema is newer than itself.
create table schema_migration (
  -- 0 is the baseline.
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now()
);
revoke insert on schema_migration from clearball_app;

-- Every text that a function ever had here: the last one of a name is in force, and a release that brings an earlier one is older.
create table schema_function (
  id bigint generated always as identity primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  constraint schema_function_has_a_text_once unique (name, checksum)
);
revoke insert on schema_function from clearball_app;

-- Whether the database is for play money or for real money, so that a node of the other mode refuses it. One row, written with the
-- baseline: the app can read it and only the owner can write it.
create table house (
  is_only boolean primary key default true,
  is_demo boolean not null,
  made_at timestamptz not null default now(),
  constraint house_is_one check (is_only)
);
revoke insert on house from clearball_app;

-- The nodes that are at work, so that an alarm can end with the node that raised it.
create table node (
  id uuid primary key,
  -- The machine and the process on it, as in the log.
  name text not null,
  -- Where it keeps pictures: two nodes that differ here do not see each other's.
  pictures text not null,
  started_at timestamptz not null default now(),
  -- By the clock of the database, which is one for all of them.
  seen_at timestamptz not null default now()
);
grant update (seen_at), delete on node to clearball_app;

-- What is wrong with a node itself, so that the console of every other node can show it.
create table node_alarm (
  node_id uuid not null references node on delete cascade,
  kind text not null,
  what text not null,
  since timestamptz not null,
  primary key (node_id, kind)
);
grant delete on node_alarm to clearball_app;

-- Why the books stand still: while an alarm is open, no transfer is made.
create table alarm (
  id bigint generated always as identity primary key,
  -- Who raised it: only that watch can find that its reason is gone.
  source text not null default 'ledger',
  -- Which node found its files altered; null for alarms of the whole house.
  node_id uuid,
  what text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index alarm_open on alarm (id) where cleared_at is null;
grant update (cleared_at) on alarm to clearball_app;
create trigger alarm_is_kept before delete on alarm for each row execute function refuse_change();

-- Alarms that the webhook was told of, so that only one of several nodes tells it, and once.
create table told_alarm (
  kind text primary key,
  told_at timestamptz not null
);
grant delete on told_alarm to clearball_app;
