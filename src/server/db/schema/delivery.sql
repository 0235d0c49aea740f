-- What leaves the server after a commit: stored answers for retries, mails, notifications, and events for browsers.

-- The first answer to an idempotency key. The hash distinguishes a retry from a different request under the same key.
create table stored_answer (
  key uuid not null,
  caller text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  at timestamptz not null,
  primary key (caller, key)
);
create index stored_answer_by_age on stored_answer (at);
grant update (answer), delete on stored_answer to clearball_app;

-- The outbox: a mail is written in the transaction that it reports on and sent by a job after the commit.
create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz,
  problem text,
  -- When sending last failed, and whether because of the address or because the server took no mail at all.
  failed_at timestamptz,
  failed_by text,
  constraint mail_failed_by_is_known check (failed_by in ('address', 'server'))
);
create index mail_due on mail (due_at) where sent_at is null;
grant update (due_at, tries, sent_at, problem, failed_at, failed_by) on mail to clearball_app;

-- Browsers that receive notifications. Each belongs to the session that asked for it and is deleted with that session's end, so that
-- nobody else who uses the browser is notified. The endpoint is an address given by a browser, and a secret: who knows it can try to send.
create table push_subscription (
  id uuid primary key,
  session_id uuid not null references session (id),
  player_id uuid not null references player,
  endpoint text not null,
  -- The browser's public key and its secret, with which every notification is encrypted.
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null,
  -- Since when every attempt has failed; null where the last one succeeded.
  failing_since timestamptz,
  constraint push_subscription_is_one_per_session unique (session_id),
  constraint push_subscription_endpoint_is_unique unique (endpoint)
);
create index push_subscription_by_player on push_subscription (player_id);
grant update (failing_since), delete on push_subscription to clearball_app;
create trigger session_end_drops_push after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function drop_push_subscription();

-- The outbox of notifications, written and sent like mails. A row says only that there is news of a kind, so a later one of that kind
-- takes the place of the former; a row is deleted when it was sent or is stale. `id` changes with every piece of news.
create table push_message (
  id bigint generated always as identity unique,
  subscription_id uuid not null references push_subscription on delete cascade,
  kind text not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (subscription_id, kind),
  constraint push_message_kind_is_known check (kind in ('settled', 'withdrawal', 'service', 'break_ended'))
);
create index push_message_due on push_message (due_at);
create index push_message_by_age on push_message (expires_at);
grant update (id, due_at, tries, expires_at), delete on push_message to clearball_app;

-- Live events for browsers. One row can address thousands of players: a row for each would cost more than paying them.
create table event (
  id bigint generated always as identity primary key,
  audience text not null,
  players uuid[],
  kind text not null,
  body jsonb not null,
  at timestamptz not null,
  constraint event_names_its_players check ((audience = 'players') = (players is not null))
);
create index event_by_age on event (at);
grant delete on event to clearball_app;
