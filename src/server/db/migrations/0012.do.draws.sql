-- Draws: what was promised before betting opened, what came of it, and the public log that says both.

-- Odds, payouts and limits as published. A schedule names the hash, so a change reaches only draws scheduled after it.
create table rules_document (
  hash text primary key,
  document text not null,
  created_at timestamptz not null,
  constraint rules_document_is_named_by_its_hash check (hash = encode(sha256(convert_to(document, 'UTF8')), 'hex'))
);
create trigger rules_document_is_append_only before update or delete on rules_document
  for each row execute function refuse_change();

-- The public log. `line` is the record and its signature in canonical form, served as it stands.
create table log_record (
  seq bigint primary key,
  type text not null,
  -- The day whose draws it tells of, YYYYMMDD, and the one draw; a schedule tells of many, a new key of none.
  day text,
  draw_id text,
  at timestamptz not null,
  -- The record before; null for the first alone. Unique, so that the log can never fork.
  prev text,
  hash text not null,
  line text not null,
  constraint log_record_seq_counts_from_zero check (seq >= 0 and (seq = 0) = (prev is null)),
  constraint log_record_type_is_known check (
    type in ('schedule', 'close', 'result', 'shadow', 'void', 'cancel', 'settle', 'correction', 'key')
  ),
  constraint log_record_hash_is_unique unique (hash),
  constraint log_record_follows_one unique nulls not distinct (prev),
  constraint log_record_follows_another foreign key (prev) references log_record (hash),
  constraint log_record_names_its_draw check ((type in ('schedule', 'key')) = (draw_id is null))
);
create unique index log_record_once_per_draw on log_record (draw_id, type) where type <> 'correction';
-- A draw ends once: with its numbers, void, or cancelled.
create unique index log_record_one_ending on log_record (draw_id) where type in ('result', 'void', 'cancel');
create index log_record_by_day on log_record (day, seq);
create index log_record_keys on log_record (seq) where type = 'key';
create trigger log_record_is_append_only before update or delete on log_record
  for each row execute function refuse_change();

-- One issue of a game. Its instants, round and commitment were published with the schedule and never change.
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
  -- The secret behind `commit`, readable with a key that is not in the database.
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
  -- What a void draw would have been, and when those who would have won were paid.
  shadow_outcome integer[],
  shadow_settled_at timestamptz,
  settled_at timestamptz,

  -- Who works on its settlement: the number grows with every holder, so one that was overtaken can be told.
  lease_number integer not null default 0,
  lease_until timestamptz,

  constraint period_draw_id_is_unique unique (draw_id),
  constraint period_is_numbered_once unique (game, day, number),
  constraint period_opens_closes_draws check (opens_at < closes_at and closes_at < draws_at and draws_at <= round_at),
  constraint period_status_is_known check (status in ('scheduled', 'closed', 'drawn', 'void', 'cancelled')),
  constraint period_closed_with_its_bets check (num_nonnulls(closed_at, bets, stake_total) in (0, 3)),
  constraint period_drawn_has_an_outcome check ((status = 'drawn') = (outcome is not null)),
  constraint period_drawn_was_closed check (status not in ('closed', 'drawn') or closed_at is not null),
  constraint period_void_for_a_reason check ((status = 'void') = (void_reason is not null)),
  constraint period_void_reason_is_known check (void_reason in ('late-close', 'beacon-unavailable', 'secret-lost')),
  constraint period_ended_when_over check ((status in ('drawn', 'void', 'cancelled')) = (ended_at is not null)),
  constraint period_shadow_of_a_void check (shadow_outcome is null or status = 'void'),
  constraint period_settled_when_over check (settled_at is null or ended_at is not null)
);
create index period_by_game on period (game, draws_at);
create index period_to_close on period (closes_at) where status = 'scheduled';
create index period_to_draw on period (round_at) where status = 'closed';
create index period_to_settle on period (ended_at) where ended_at is not null and settled_at is null;
create index period_to_shadow on period (round_at) where status = 'void' and void_reason <> 'secret-lost' and shadow_outcome is null;
create index period_to_pay_shadow on period (round_at) where shadow_outcome is not null and shadow_settled_at is null;
grant update (
  status, closed_at, bets, stake_total, delayed_at, ended_at, outcome, void_reason, shadow_outcome, shadow_settled_at,
  settled_at, lease_number, lease_until
) on period to clearball_app;

-- A period moves forward and what it came to stays; the code knows that, and here is what refuses code that does not.
create function refuse_period_change() returns trigger language plpgsql as $$
declare
  was text := old.status;
  allowed constant jsonb := '{
    "scheduled": ["closed", "void", "cancelled"], "closed": ["drawn", "void"], "drawn": [], "void": [], "cancelled": []
  }';
begin
  if new.status <> was and not allowed -> was ? new.status then
    raise exception 'period % cannot go from % to %', old.draw_id, was, new.status using errcode = 'check_violation';
  end if;
  if (old.closed_at, old.bets, old.stake_total) is distinct from (new.closed_at, new.bets, new.stake_total)
    and old.closed_at is not null
    or old.outcome is not null and new.outcome is distinct from old.outcome
    or old.shadow_outcome is not null and new.shadow_outcome is distinct from old.shadow_outcome
    or old.ended_at is not null and (new.ended_at, new.void_reason) is distinct from (old.ended_at, old.void_reason)
    or old.settled_at is not null and new.settled_at is distinct from old.settled_at
    or new.lease_number < old.lease_number
    or (new.draw_id, new.game, new.day, new.number, new.issue, new.opens_at, new.closes_at, new.draws_at,
        new.chain_hash, new.round, new.round_at, new.rules_hash, new.commit, new.secret_sealed, new.schedule_seq)
      is distinct from
       (old.draw_id, old.game, old.day, old.number, old.issue, old.opens_at, old.closes_at, old.draws_at,
        old.chain_hash, old.round, old.round_at, old.rules_hash, old.commit, old.secret_sealed, old.schedule_seq)
  then
    raise exception 'what period % came to is final', old.draw_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger period_moves_forward before update on period for each row execute function refuse_period_change();
create trigger period_is_kept before delete on period for each row execute function refuse_change();

-- How often and when last each selection won, kept up with every draw so that nobody scans history.
create table trend (
  game text not null,
  play text not null,
  selection text not null,
  seen integer not null,
  -- The draw that saw it last, counted among the game's draws from 1.
  last_draw integer not null,
  run integer not null,
  longest_run integer not null,
  longest_gap integer not null,
  primary key (game, play, selection)
);
grant update on trend to clearball_app;

-- Draws, delays and voids by day: figures that are published, not scanned for.
create table draw_tally (
  game text not null,
  day text not null,
  drawn integer not null default 0,
  -- Within three seconds of the beacon's time.
  in_time integer not null default 0,
  delayed integer not null default 0,
  late_close integer not null default 0,
  beacon_unavailable integer not null default 0,
  secret_lost integer not null default 0,
  primary key (game, day)
);
grant update on draw_tally to clearball_app;
