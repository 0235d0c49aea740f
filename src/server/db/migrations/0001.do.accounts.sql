-- People first: everything else hangs on a player, an operator or a session of one of them.

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
grant select on public.migration to clearball_app;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'insufficient_privilege';
end $$;

create table operator (
  id uuid primary key,
  account text not null,
  name text not null,
  role text not null,
  login_hash text not null,
  created_at timestamptz not null,
  constraint operator_account_is_lower_case check (account = lower(account)),
  constraint operator_account_is_unique unique (account),
  constraint operator_role_is_known check (role in ('support', 'reviewer', 'finance', 'risk', 'admin', 'auditor'))
);
grant update on operator to clearball_app;

create table invitation (
  code text primary key,
  made_by uuid not null references operator,
  uses_left integer not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint invitation_never_overused check (uses_left >= 0)
);
grant update (uses_left) on invitation to clearball_app;

create table player (
  id uuid primary key,
  account text not null,
  nickname text not null,
  email text not null,
  language text not null,
  login_hash text not null,
  status text not null default 'normal',
  invitation_code text not null references invitation,
  agreed_version text not null,
  agreed_at timestamptz not null,
  created_at timestamptz not null,
  constraint player_status_is_known check (status in ('normal', 'abnormal', 'frozen', 'restricted', 'closed'))
);
-- Names are told apart without regard to case, so that nobody can pose as somebody else.
create unique index player_account_is_unique on player (lower(account));
create unique index player_email_is_unique on player (lower(email));
create index player_by_invitation on player (invitation_code);
grant update on player to clearball_app;

create table session (
  token_hash bytea primary key,
  id uuid not null,
  player_id uuid references player,
  operator_id uuid references operator,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  address text not null,
  agent text not null,
  constraint session_id_is_unique unique (id),
  constraint session_has_one_owner check (num_nonnulls(player_id, operator_id) = 1)
);
create index session_by_player on session (player_id) where ended_at is null;
create index session_by_operator on session (operator_id) where ended_at is null;
grant update (seen_at, ended_at) on session to clearball_app;
