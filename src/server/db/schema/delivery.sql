-- What is told to people after a commit: answers that are repeated, mails that are sent, events that are pushed to browsers.

-- The first answer to an idempotency key. The hash tells a retry from another request under the same key.
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

-- Mails to be sent: written in the transaction that they tell of, sent by a job after it.
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
  -- When it last failed, and whether by its address alone or by a server that would not take any mail.
  failed_at timestamptz,
  failed_by text,
  constraint mail_failed_by_is_known check (failed_by in ('address', 'server'))
);
create index mail_due on mail (due_at) where sent_at is null;
grant update (due_at, tries, sent_at, problem, failed_at, failed_by) on mail to clearball_app;

-- What browsers are told at once. One row can tell thousands of players: a row for each would cost more than paying them.
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
