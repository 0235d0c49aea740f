-- Protection: the limits and pauses that players set for themselves. They are checked in the same statement that takes the stake, so
-- each is in force at once on every node.

-- Limits on what a player pays in. An increase is a row that takes effect only once it is confirmed.
create table deposit_limit (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  span text not null,
  -- Null lifts the limit.
  amount bigint,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  constraint deposit_limit_span_is_known check (span in ('day', 'week', 'month')),
  constraint deposit_limit_is_no_debt check (amount >= 0)
);
create index deposit_limit_by_player on deposit_limit (player_id, id);
grant update (confirmed_at) on deposit_limit to clearball_app;
create trigger deposit_limit_in_force_stays before update or delete on deposit_limit
  for each row when (old.confirmed_at is not null) execute function refuse_change();

-- Limits on what a player stakes, and on what they lose, in rolling spans; the last confirmed row of a kind and span counts.
create table play_limit (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  kind text not null,
  span text not null,
  -- Null lifts the limit.
  amount bigint,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  constraint play_limit_kind_is_known check (kind in ('stake', 'loss')),
  constraint play_limit_span_is_known check (span in ('day', 'week', 'month')),
  constraint play_limit_is_no_debt check (amount >= 0)
);
create index play_limit_by_player on play_limit (player_id, id);
grant update (confirmed_at) on play_limit to clearball_app;
create trigger play_limit_in_force_stays before update or delete on play_limit
  for each row when (old.confirmed_at is not null) execute function refuse_change();

-- Pauses that players chose. A time-out ends by itself. A self-exclusion lasts at least its time, and then until a day after the
-- player asks to return.
create table exclusion (
  id uuid primary key,
  player_id uuid not null references player,
  kind text not null,
  began_at timestamptz not null,
  until timestamptz not null,
  return_asked_at timestamptz,
  constraint exclusion_kind_is_known check (kind in ('time_out', 'self_exclusion')),
  constraint exclusion_lasts check (until > began_at),
  constraint exclusion_is_not_cut_short check (return_asked_at is null or (return_asked_at >= until and kind = 'self_exclusion'))
);
create index exclusion_by_player on exclusion (player_id, began_at);
grant update (return_asked_at) on exclusion to clearball_app;
create trigger exclusion_is_kept before delete on exclusion for each row execute function refuse_change();
create trigger exclusion_return_is_asked_once before update on exclusion
  for each row when (old.return_asked_at is not null) execute function refuse_change();
