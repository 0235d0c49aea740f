-- Draws: what was published before betting opened, how each draw ended, and the public log that proves both.

-- Odds, payouts and limits as published. A schedule names the hash, so a change reaches only draws scheduled after it.
create table rules_document (
  hash text primary key,
  document text not null,
  created_at timestamptz not null,
  constraint rules_document_is_named_by_its_hash check (hash = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);
create trigger rules_document_is_append_only before update or delete on rules_document
  for each row execute function refuse_change();

-- The public log, with which anybody can check a draw: a transparency log in the formats of C2SP. `entry` is the record in canonical
-- form, `seq` its number from zero, `leaf` its hash in the tree.
create table log_record (
  seq bigint primary key,
  type text not null,
  -- The day (YYYYMMDD) and the draw that the record is about. A schedule is about many draws; a new key, the head of a chain
  -- and a restart are about none.
  day text,
  draw_id text,
  at timestamptz not null,
  entry text not null,
  leaf bytea not null,
  constraint log_record_seq_counts_from_zero check (seq >= 0),
  constraint log_record_type_is_known check (
    type in ('schedule', 'close', 'result', 'shadow', 'void', 'cancel', 'skip', 'settle', 'correction', 'key', 'head',
      'restart')
  ),
  -- Tiles give an entry's length in two bytes.
  constraint log_record_fits_a_tile check (octet_length(entry) <= 65535),
  constraint log_record_leaf_is_its_hash check (leaf = sha256('\x00'::bytea || convert_to(entry, 'UTF8'))),
  constraint log_record_names_its_draw check ((type in ('schedule', 'key', 'head', 'restart')) = (draw_id is null))
);
create unique index log_record_once_per_draw on log_record (draw_id, type) where type <> 'correction';
create index log_record_by_day on log_record (day, seq);
create index log_record_keys on log_record (seq) where type = 'key';
create index log_record_restarts on log_record (seq) where type = 'restart';
create index log_record_closes on log_record (seq) where type = 'close';
-- Each chain's head is published once an hour, however many nodes try.
create unique index log_record_one_head_an_hour on log_record (
  head_field(entry, 'book'), date_trunc('hour', at at time zone 'UTC')
) where type = 'head';
-- A draw ends once: with its numbers, void, cancelled or skipped.
create unique index log_record_one_ending on log_record (draw_id) where type in ('result', 'void', 'cancel', 'skip');
create trigger log_record_is_append_only before update or delete on log_record
  for each row execute function refuse_change();

-- The signed checkpoint of every size that the log had. The size is the key, so the database holds no two logs.
create table log_checkpoint (
  size bigint primary key,
  root bytea not null,
  note text not null,
  constraint log_checkpoint_has_a_record check (size > 0),
  constraint log_checkpoint_root_is_a_hash check (length(root) = 32)
);
create trigger log_checkpoint_is_append_only before update or delete on log_checkpoint
  for each row execute function refuse_change();

-- The hashes of the tree's levels above the leaves, each the root of a full tile of 256 hashes below, so that no request hashes again.
create table log_tile_root (
  level integer not null,
  index bigint not null,
  hash bytea not null,
  primary key (level, index),
  constraint log_tile_root_is_above_the_leaves check (level > 0),
  constraint log_tile_root_is_a_hash check (length(hash) = 32)
);
create trigger log_tile_root_is_append_only before update or delete on log_tile_root
  for each row execute function refuse_change();

-- What witnesses signed: that at this time of their clock this was the largest consistent log they had seen under its name.
create table log_cosignature (
  size bigint not null references log_checkpoint,
  -- The name of the witness's key.
  witness text not null,
  line text not null,
  signed_at timestamptz not null,
  received_at timestamptz not null,
  primary key (size, witness)
);
create trigger log_cosignature_is_append_only before update or delete on log_cosignature
  for each row execute function refuse_change();

-- The checkpoints for which enough witnesses signed, by the policy of that time.
create table witnessed_checkpoint (
  size bigint primary key references log_checkpoint,
  reached_at timestamptz not null
);
create trigger witnessed_checkpoint_is_append_only before update or delete on witnessed_checkpoint
  for each row execute function refuse_change();

-- How each witness answered lately, for the console.
create table witness_state (
  witness text primary key,
  -- The largest size that it cosigned, where the next request begins.
  size bigint not null default 0,
  cosigned_at timestamptz,
  delay_ms integer,
  failures integer not null default 0,
  failed_at timestamptz,
  failure text
);
grant update on witness_state to clearball_app;

-- The keys that signed the public log, in order. A change of key is a record of the log itself; the first key has no such record.
create table operator_key (
  -- The first record of a checkpoint that this key signed.
  from_seq bigint primary key,
  public_key text not null,
  constraint operator_key_is_a_key check (public_key ~ '^[0-9a-f]{64}$'),
  constraint operator_key_is_new unique (public_key)
);
create trigger operator_key_is_append_only before update or delete on operator_key
  for each row execute function refuse_change();

-- One round of a game, from its schedule to its settlement. Its times, beacon round and commitment were published with the schedule
-- and never change.
create table period (
  id integer generated always as identity primary key,
  -- `game:YYYYMMDD:NNNN`, its name in the public log.
  draw_id text not null,
  game text not null,
  day text not null,
  number integer not null,
  issue text not null,
  opens_at timestamptz not null,
  closes_at timestamptz not null,
  draws_at timestamptz not null,
  chain_hash text not null,
  round integer not null,
  round_at timestamptz not null,
  rules_hash text not null references rules_document,
  commit text not null,
  -- The secret behind `commit`, encrypted with a key that is not in the database.
  secret_sealed bytea not null,
  schedule_seq bigint not null references log_record,

  -- Betting is open while the status is `scheduled` and the time between opens_at and closes_at.
  status text not null default 'scheduled',
  closed_at timestamptz,
  bets integer,
  stake_total bigint,
  delayed_at timestamptz,
  ended_at timestamptz,
  outcome integer[],
  void_reason text,
  -- The numbers that a void draw would have had, and when the bets that would have won were paid.
  shadow_outcome integer[],
  shadow_settled_at timestamptz,
  settled_at timestamptz,

  -- The lease of the node that settles it. The number grows with every holder, so that a node notices when another has taken over.
  lease_number integer not null default 0,
  lease_until timestamptz,

  constraint period_draw_id_is_unique unique (draw_id),
  constraint period_is_numbered_once unique (game, day, number),
  constraint period_opens_closes_draws check (opens_at < closes_at and closes_at < draws_at and draws_at <= round_at),
  constraint period_status_is_known check (
    status in ('scheduled', 'closed', 'drawn', 'void', 'cancelled', 'skipped')
  ),
  constraint period_closed_with_its_bets check (num_nonnulls(closed_at, bets, stake_total) in (0, 3)),
  constraint period_drawn_has_an_outcome check ((status = 'drawn') = (outcome is not null)),
  constraint period_drawn_was_closed check (status not in ('closed', 'drawn') or closed_at is not null),
  constraint period_void_for_a_reason check ((status = 'void') = (void_reason is not null)),
  constraint period_void_reason_is_known check (void_reason in ('late-close', 'beacon-unavailable', 'secret-lost')),
  constraint period_ended_when_over check (
    (status in ('drawn', 'void', 'cancelled', 'skipped')) = (ended_at is not null)
  ),
  constraint period_skipped_without_bets check (status <> 'skipped' or bets = 0),
  constraint period_shadow_of_a_void check (shadow_outcome is null or status = 'void'),
  constraint period_shadow_of_a_missing_round check (shadow_outcome is null or void_reason = 'beacon-unavailable'),
  constraint period_settled_when_over check (settled_at is null or ended_at is not null)
);
create index period_by_game on period (game, draws_at);
create index period_to_close on period (closes_at) where status = 'scheduled';
create index period_to_draw on period (round_at) where status = 'closed';
create index period_to_settle on period (ended_at) where ended_at is not null and settled_at is null;
create index period_to_pay_shadow on period (round_at) where shadow_outcome is not null and shadow_settled_at is null;
-- Used for every bet of a player with limits, to sum what the limits have used up; the whole batch waits for it.
create index period_that_returned on period (draws_at) where status in ('void', 'cancelled');
create index period_to_shadow on period (round_at) where void_reason = 'beacon-unavailable' and shadow_outcome is null;
grant update (
  status, closed_at, bets, stake_total, delayed_at, ended_at, outcome, void_reason, shadow_outcome, shadow_settled_at,
  settled_at, lease_number, lease_until
) on period to clearball_app;
create trigger period_moves_forward before update on period for each row execute function refuse_period_change();
create trigger period_is_kept before delete on period for each row execute function refuse_change();
-- Triggers run in the order of their names, so a change of status that no period may make is refused before the log is searched for
-- its record.
create trigger period_is_born_scheduled before insert on period
  for each row when (new.status <> 'scheduled') execute function require_period_record();
create trigger period_says_what_is_logged before update on period for each row when (
  (old.status, old.outcome, old.shadow_outcome, old.void_reason, old.settled_at)
  is distinct from (new.status, new.outcome, new.shadow_outcome, new.void_reason, new.settled_at)
) execute function require_period_record();

-- How often each selection won, and when last; updated with every draw, so that no request scans history.
create table trend (
  game text not null,
  play text not null,
  selection text not null,
  seen integer not null,
  -- The last draw in which it won, numbered among the game's draws from 1.
  last_draw integer not null,
  run integer not null,
  longest_run integer not null,
  longest_gap integer not null,
  primary key (game, play, selection)
);
grant update on trend to clearball_app;

-- The published figures by day: draws, delays, voids, stakes, payouts and expected payouts. They are summed when a draw's rebates are
-- paid, so that no request scans history.
create table draw_tally (
  game text not null,
  day text not null,
  drawn integer not null default 0,
  -- Draws made within three seconds of the beacon's time.
  in_time integer not null default 0,
  delayed integer not null default 0,
  late_close integer not null default 0,
  beacon_unavailable integer not null default 0,
  secret_lost integer not null default 0,
  cancelled integer not null default 0,
  skipped integer not null default 0,
  -- Draws that enough witnesses saw close in time.
  witnessed integer not null default 0,
  turnover bigint not null default 0,
  paid bigint not null default 0,
  expected bigint not null default 0,
  -- The sum over all draws of (payout - expected payout) squared. Draws are independent, so it shows how far the total may deviate by
  -- chance.
  residue_squares bigint not null default 0,
  primary key (game, day)
);
grant update on draw_tally to clearball_app;

-- The published count of how often each number was drawn at each place, by day.
create table number_tally (
  game text not null,
  day text not null,
  place integer not null,
  number integer not null,
  seen integer not null,
  primary key (game, day, place, number)
);
grant update on number_tally to clearball_app;

-- Stops of a game, or of all games where `game` is null: no bets are taken until the stop is lifted.
create table game_stop (
  id uuid primary key,
  game text,
  why text not null,
  -- Shown to colleagues in the console.
  reason text,
  stopped_by uuid not null references operator,
  stopped_at timestamptz not null,
  lifted_by uuid references operator,
  lifted_at timestamptz,
  constraint game_stop_why_is_known check (why in ('maintenance', 'incident', 'authority')),
  constraint game_stop_is_lifted_by_somebody check ((lifted_by is null) = (lifted_at is null))
);
create unique index game_stop_in_force on game_stop (game) nulls not distinct where lifted_at is null;
grant update (lifted_by, lifted_at) on game_stop to clearball_app;
create trigger game_stop_stays_lifted before update or delete on game_stop
  for each row when (old.lifted_at is not null) execute function refuse_change();
