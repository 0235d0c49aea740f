-- beside: no, because the former release does not know the new kind of record in the public log
-- Hourly proofs of what the house owes players: the snapshots of the books that the public log names, and what players' paths need.

alter table log_record
  drop constraint log_record_type_is_known,
  drop constraint log_record_names_its_draw,
  add constraint log_record_type_is_known check (
    type in ('schedule', 'close', 'result', 'shadow', 'void', 'cancel', 'skip', 'settle', 'correction', 'key', 'head',
      'liabilities', 'restart')
  ),
  add constraint log_record_names_its_draw check (
    (type in ('schedule', 'key', 'head', 'liabilities', 'restart')) = (draw_id is null)
  );
create unique index log_record_one_proof_a_number on log_record (head_field(entry, 'number')) where type = 'liabilities';

-- A snapshot of the books that was added up and logged. Kept for ever, as the log is: the audit adds the ledger up again.
create table liability_snapshot (
  number integer primary key,
  -- The beginning of its hour, in which there is no other.
  hour timestamptz not null,
  at timestamptz not null,
  log_seq bigint not null references log_record,
  -- Names its rows in the tables below, which are written before it has a number.
  build uuid not null,
  root bytea not null,
  total bigint not null,
  leaves integer not null,
  available bigint not null,
  held bigint not null,
  repeat_orders bigint not null,
  stakes bigint not null,
  -- Which entries of the ledger it saw: all up to `upto_id`, where the newest seal ended, and after that up to `last_id` those of the
  -- transfers in `later`, because transactions commit in another order than they number their entries.
  head_number bigint,
  upto_id bigint not null,
  last_id bigint not null,
  later bigint[] not null,
  took_ms integer not null,
  constraint liability_snapshot_one_an_hour unique (hour),
  constraint liability_snapshot_is_of_its_hour check (hour = date_trunc('hour', at, 'UTC')),
  constraint liability_snapshot_adds_up check (total = available + held + repeat_orders + stakes),
  constraint liability_snapshot_root_is_a_hash check (length(root) = 32)
);
create trigger liability_snapshot_is_append_only before update or delete on liability_snapshot
  for each row execute function refuse_change();

-- The seed from which players' secrets and the sizes of their parts follow, encrypted with a key that is not in the database.
create table liability_seed (
  build uuid primary key,
  at timestamptz not null,
  sealed bytea not null
);
create index liability_seed_by_age on liability_seed (at);
grant delete on liability_seed to clearball_app;

-- The leaves in the order of their hashes, some at a time: 40 bytes each, the hash and the cents.
create table liability_piece (
  build uuid not null,
  place integer not null,
  at timestamptz not null,
  first_leaf bytea not null,
  leaves bytea not null,
  root bytea not null,
  total bigint not null,
  primary key (build, place)
);
-- Hashes do not get smaller by compression.
alter table liability_piece alter column leaves set storage external;
create index liability_piece_by_age on liability_piece (at);
grant delete on liability_piece to clearball_app;

-- The stakes of unsettled bets, by the account that they are paid to. What a player had besides is in their entries.
create table liability_stake (
  build uuid not null,
  account_id bigint not null,
  at timestamptz not null,
  stakes bigint not null,
  primary key (build, account_id)
);
create index liability_stake_by_age on liability_stake (at);
grant delete on liability_stake to clearball_app;

-- Which node makes the proof of an hour, and how its last attempt failed.
create table liability_turn (
  hour timestamptz primary key,
  holder uuid not null,
  held_until timestamptz not null,
  failed_at timestamptz,
  failure text
);
grant update, delete on liability_turn to clearball_app;
