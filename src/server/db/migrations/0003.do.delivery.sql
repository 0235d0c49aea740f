-- What is told to people after a commit: answers repeated, mails sent, events pushed.

-- The first answer to a client-made key. The hash tells a retry from another request under the same key.
create table stored_answer (
  key uuid not null,
  caller text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  at timestamptz not null,
  primary key (caller, key)
);
grant update (answer) on stored_answer to clearball_app;
grant delete on stored_answer to clearball_app;
create index stored_answer_by_age on stored_answer (at);

create table mail (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  tries integer not null default 0,
  sent_at timestamptz,
  problem text
);
create index mail_due on mail (due_at) where sent_at is null;
grant update (due_at, tries, sent_at, problem) on mail to clearball_app;

create table event (
  id bigint generated always as identity primary key,
  audience text not null,
  kind text not null,
  body jsonb not null,
  at timestamptz not null
);
create index event_by_age on event (at);
grant delete on event to clearball_app;
