-- What leaves the server after a commit: stored answers for retries, mails, and events for browsers.

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
