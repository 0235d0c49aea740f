-- Nodes say that they are there and what is wrong with them, so that an alarm ends with the node that raised it.

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

create table node_alarm (
  node_id uuid not null references node on delete cascade,
  kind text not null,
  what text not null,
  since timestamptz not null,
  primary key (node_id, kind)
);
grant delete on node_alarm to clearball_app;

-- Which node found the files altered; null for alarms of the whole house.
alter table alarm add column node_id uuid;

-- When a mail last failed, and whether by its address alone or by the server that would not take any.
alter table mail
  add column failed_at timestamptz,
  add column failed_by text,
  add constraint mail_failed_by_is_known check (failed_by in ('address', 'server'));
grant update (failed_at, failed_by) on mail to clearball_app;
