-- A second proof of who somebody is, so that a stolen password alone opens nothing.

create table factor (
  id uuid primary key,
  player_id uuid references player,
  operator_id uuid references operator,
  kind text not null,
  name text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- An authenticator app's secret, sealed under a key that is not in the database, and the last step a code served for.
  secret bytea,
  last_step bigint,
  -- A passkey's challenge until it is confirmed, and what its answers are checked with from then on.
  challenge text,
  credential_id text,
  public_key bytea,
  counter bigint,
  constraint factor_has_one_owner check (num_nonnulls(player_id, operator_id) = 1),
  constraint factor_kind_is_known check (kind in ('totp', 'passkey')),
  constraint factor_totp_has_its_secret check (kind <> 'totp' or secret is not null),
  constraint factor_passkey_has_its_key
    check (kind <> 'passkey' or confirmed_at is null or num_nulls(credential_id, public_key, counter) = 0),
  constraint factor_credential_is_unique unique (credential_id)
);
create index factor_by_player on factor (player_id);
create index factor_by_operator on factor (operator_id);
create unique index factor_player_has_one_totp on factor (player_id) where kind = 'totp' and confirmed_at is not null;
create unique index factor_operator_has_one_totp on factor (operator_id) where kind = 'totp' and confirmed_at is not null;
grant update (confirmed_at, last_used_at, last_step, challenge, credential_id, public_key, counter) on factor to clearball_app;
grant delete on factor to clearball_app;

create table recovery_code (
  code_hash bytea primary key,
  player_id uuid references player,
  operator_id uuid references operator,
  created_at timestamptz not null,
  used_at timestamptz,
  constraint recovery_code_has_one_owner check (num_nonnulls(player_id, operator_id) = 1)
);
create index recovery_code_by_player on recovery_code (player_id);
create index recovery_code_by_operator on recovery_code (operator_id);
grant update (used_at), delete on recovery_code to clearball_app;

-- What a right password earns where a second factor is asked for: the right to answer, a few times, for a few minutes.
create table sign_in_ticket (
  token_hash bytea primary key,
  player_id uuid references player,
  operator_id uuid references operator,
  purpose text not null,
  challenge text not null,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint sign_in_ticket_has_one_owner check (num_nonnulls(player_id, operator_id) = 1),
  constraint sign_in_ticket_purpose_is_known check (purpose in ('sign_in', 'change')),
  constraint sign_in_ticket_never_overtried check (tries_left >= 0)
);
create index sign_in_ticket_by_player on sign_in_ticket (player_id, created_at);
create index sign_in_ticket_by_operator on sign_in_ticket (operator_id, created_at);
create index sign_in_ticket_by_age on sign_in_ticket (created_at);
grant update (tries_left, used_at), delete on sign_in_ticket to clearball_app;

-- When a second factor was last given in this session; null where the password was all there was.
alter table session add column second_factor_at timestamptz;
grant update (token_hash, second_factor_at) on session to clearball_app;
