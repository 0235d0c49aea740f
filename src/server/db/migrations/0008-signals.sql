-- beside: yes
-- Signals: patterns that a person should look at, the cases in which people do, and withdrawals that wait until they have.

-- A case: some signals about some players, for one operator to look into.
create table signal_case (
  id uuid primary key,
  number bigint generated always as identity,
  state text not null default 'open',
  owner_id uuid references operator,
  opened_at timestamptz not null,
  -- When it is to be looked at, at the latest.
  due_at timestamptz not null,
  -- When somebody looked at everything in it; null again with every new signal. Until then it holds withdrawals.
  looked_at timestamptz,
  outcome text,
  closed_by uuid references operator,
  closed_at timestamptz,
  constraint signal_case_number_is_unique unique (number),
  constraint signal_case_state_is_known check (state in ('open', 'waiting', 'closed')),
  constraint signal_case_outcome_is_known check (outcome in ('nothing_found', 'explained', 'reported', 'restricted')),
  constraint signal_case_closed_by_somebody check (
    num_nonnulls(outcome, closed_by, closed_at) = case when state = 'closed' then 3 else 0 end
  )
);
create index signal_case_by_due on signal_case (due_at, number) where state <> 'closed';
create index signal_case_by_end on signal_case (closed_at, number) where state = 'closed';
create index signal_case_by_owner on signal_case (owner_id) where state <> 'closed';
grant update (state, owner_id, due_at, looked_at, outcome, closed_by, closed_at) on signal_case to clearball_app;
create trigger signal_case_closed_is_final before update or delete on signal_case
  for each row when (old.state = 'closed') execute function refuse_change();

-- A rule's finding: which rule, about what, with which figures. The same fact makes one signal, whoever finds it how often.
create table signal (
  id bigint generated always as identity primary key,
  rule text not null,
  -- Names the fact within its rule.
  fact text not null,
  case_id uuid not null references signal_case,
  -- The figures, to be shown with the rule's words.
  facts jsonb not null,
  -- What the rule was worth when it found this.
  points integer not null,
  -- When it happened, and when it was found.
  at timestamptz not null,
  found_at timestamptz not null,
  constraint signal_rule_is_a_name check (rule ~ '^[a-z]+$'),
  constraint signal_points_are_few check (points between 1 and 100),
  constraint signal_once_per_fact unique (rule, fact)
);
create index signal_by_case on signal (case_id, id);
create index signal_by_finding on signal (found_at);
create trigger signal_is_append_only before update or delete on signal for each row execute function refuse_change();

-- The players whom a signal is about.
create table signal_player (
  player_id uuid not null references player,
  signal_id bigint not null references signal,
  case_id uuid not null references signal_case,
  primary key (player_id, signal_id)
);
create index signal_player_by_case on signal_player (case_id, player_id);
create trigger signal_player_is_append_only before update or delete on signal_player
  for each row execute function refuse_change();

-- What was done and noted in a case, in order.
create table signal_case_step (
  id bigint generated always as identity primary key,
  case_id uuid not null references signal_case,
  step text not null,
  -- Null where a rule opened the case.
  operator_id uuid references operator,
  to_operator_id uuid references operator,
  text text,
  at timestamptz not null,
  constraint signal_case_step_is_known check (
    step in ('opened', 'taken', 'handed_over', 'given_back', 'note', 'waiting', 'resumed', 'looked', 'closed')
  )
);
create index signal_case_step_by_case on signal_case_step (case_id, id);
create trigger signal_case_step_is_append_only before update or delete on signal_case_step
  for each row execute function refuse_change();

-- A withdrawal that is not to be paid before its case was looked at. There is one row for a withdrawal at most, and its end is
-- counted from the request of the withdrawal, so nothing that is found later can make it longer.
create table withdrawal_hold (
  withdrawal_id uuid primary key references withdrawal,
  case_id uuid not null references signal_case,
  held_at timestamptz not null,
  held_until timestamptz not null,
  -- When somebody ended it by looking at the case; null where it ends, or ended, by itself.
  ended_at timestamptz,
  ended_by uuid references operator,
  constraint withdrawal_hold_ends check (held_until > held_at),
  constraint withdrawal_hold_ended_by_somebody check ((ended_at is null) = (ended_by is null))
);
create index withdrawal_hold_by_case on withdrawal_hold (case_id) where ended_at is null;
create index withdrawal_hold_by_end on withdrawal_hold (held_until) where ended_at is null;
grant update (ended_at, ended_by) on withdrawal_hold to clearball_app;
create trigger withdrawal_hold_ended_is_final before update or delete on withdrawal_hold
  for each row when (old.ended_at is not null) execute function refuse_change();

-- How far the rules have read each kind of event, which node reads it now, and what went wrong last.
create table signal_turn (
  name text primary key,
  seen_at timestamptz not null,
  seen_id text not null,
  holder uuid,
  held_until timestamptz,
  failed_at timestamptz,
  failure text,
  constraint signal_turn_held_has_an_end check ((holder is null) = (held_until is null))
);
grant update (seen_at, seen_id, holder, held_until, failed_at, failure) on signal_turn to clearball_app;
