-- The guard: protection against guessing passwords and codes. The counts are in the database, because a count in each node's memory
-- would multiply the limit by the number of nodes.

-- Recent attempts, counted for each account, address or other target of guessing; the target's name is stored as a keyed hash.
create table attempt (
  subject bytea primary key,
  last_at timestamptz not null,
  empty_at timestamptz not null
);
create index attempt_by_age on attempt (empty_at);
grant update (last_at, empty_at), delete on attempt to clearball_app;

-- Browsers in which an account was logged in before: from them the owner can still log in while strangers use up the attempts.
create table known_device (
  token_hash bytea primary key,
  player_id uuid references player,
  operator_id uuid references operator,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  constraint known_device_has_one_owner check (num_nonnulls(player_id, operator_id) = 1)
);
create index known_device_by_player on known_device (player_id);
create index known_device_by_operator on known_device (operator_id);
create index known_device_by_age on known_device (seen_at);
grant update (seen_at), delete on known_device to clearball_app;

-- Used captchas: a solution is valid once, or, where a request may be retried, again for the same content.
create table used_captcha (
  signature bytea primary key,
  content_hash bytea,
  expires_at timestamptz not null
);
create index used_captcha_by_age on used_captcha (expires_at);
grant delete on used_captcha to clearball_app;

-- Codes sent by mail. A request for an account that does not exist also gets a row, so that the answers do not reveal which exist.
create table verification_code (
  id uuid primary key,
  player_id uuid references player,
  purpose text not null,
  -- The new address or number that the code confirms; empty for recovery.
  target text not null,
  -- Keyed hash of the account or address, for the resend limit.
  subject_hash bytea not null,
  code_hash bytea not null,
  -- The mail that carries the code; null where the account does not exist.
  mail_id uuid,
  tries_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint verification_code_never_overtried check (tries_left >= 0),
  constraint verification_code_purpose_is_known check (purpose in ('recovery', 'email', 'phone'))
);
create index verification_code_by_subject on verification_code (subject_hash, created_at);
grant update (tries_left, used_at), delete on verification_code to clearball_app;

-- A second factor, so that a stolen password alone is not enough to log in.
create table factor (
  id uuid primary key,
  player_id uuid references player,
  operator_id uuid references operator,
  kind text not null,
  name text not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_used_at timestamptz,
  -- An authenticator app's secret, encrypted with a key that is not in the database, and the time step of the last code used.
  secret bytea,
  last_step bigint,
  -- A passkey's challenge until it is confirmed, and then the public key that checks its answers.
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
grant update (
  confirmed_at, last_used_at, last_step, challenge, credential_id, public_key, counter
), delete on factor to clearball_app;

-- Recovery codes that replace a lost second factor, each valid once.
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

-- A ticket allows a few attempts at the second factor within a few minutes. The right password earns one. The purpose `passkey` is for
-- signing in with a passkey alone: anybody who knows an account's name gets such a ticket, so its attempts must not count as those of
-- somebody who knew the password.
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
  constraint sign_in_ticket_purpose_is_known check (purpose in ('sign_in', 'change', 'passkey')),
  constraint sign_in_ticket_never_overtried check (tries_left >= 0)
);
create index sign_in_ticket_by_player on sign_in_ticket (player_id, created_at);
create index sign_in_ticket_by_operator on sign_in_ticket (operator_id, created_at);
create index sign_in_ticket_by_age on sign_in_ticket (created_at);
grant update (tries_left, used_at), delete on sign_in_ticket to clearball_app;
