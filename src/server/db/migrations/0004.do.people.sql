-- What recovery, the payment password, the profile and closing an account need to know of a player.

alter table player
  add column phone text,
  add column country text,
  add column contact text not null default '',
  add column payment_hash text,
  add column withdrawals_paused_until timestamptz,
  add column closed_at timestamptz,
  add constraint player_phone_is_international check (phone ~ '^\+[1-9][0-9]{6,14}$');
create unique index player_phone_is_unique on player (phone);

-- When the session's owner last proved to be its owner. Money actions ask again after a while.
alter table session add column confirmed_at timestamptz;
update session set confirmed_at = created_at;
alter table session alter column confirmed_at set not null;
grant update (confirmed_at, token_hash) on session to clearball_app;

-- A code sent by mail. A request for an account that does not exist has a row as well, so that both take the same way.
create table verification_code (
  id uuid primary key,
  player_id uuid references player,
  purpose text not null,
  -- What the code confirms: the new address or number; empty for recovery.
  target text not null,
  -- Keyed hash of whom the request was about, for the resend limit.
  subject_hash bytea not null,
  code_hash bytea not null,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint verification_code_never_overtried check (tries_left >= 0),
  constraint verification_code_purpose_is_known check (purpose in ('recovery', 'email', 'phone'))
);
create index verification_code_by_subject on verification_code (subject_hash, created_at);
grant update (tries_left, used_at), delete on verification_code to clearball_app;
