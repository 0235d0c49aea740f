-- Guesses are counted where every node sees them, or each node would allow its own share of them.

-- One row per account, address or whatever else is guessed at; its name is here as a keyed hash alone.
create table attempt (
  subject bytea primary key,
  last_at timestamptz not null,
  empty_at timestamptz not null
);
create index attempt_by_age on attempt (empty_at);
grant update (last_at, empty_at) on attempt to clearball_app;
grant delete on attempt to clearball_app;

-- Browsers that were logged in before: the owner's way in while strangers guess.
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
grant update (seen_at) on known_device to clearball_app;
grant delete on known_device to clearball_app;

-- A solved captcha serves once, or once per content where the same request may be sent again.
create table used_captcha (
  signature bytea primary key,
  content_hash bytea,
  expires_at timestamptz not null
);
create index used_captcha_by_age on used_captcha (expires_at);
grant delete on used_captcha to clearball_app;
