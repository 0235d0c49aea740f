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

-- What players with limits staked, and what was paid to them for it, by the minute and by the hour, so that a bet does not have to sum
-- the bets of a month. A stake counts at its own instant; what a draw paid counts at the instant of the player's first stake on it.
-- Only `place_bets`, `settle_bets`, `pay_rebates` and `fill_play_sums` write here.
create table play_sum (
  account_id bigint not null,
  grain text not null,
  starts_at timestamptz not null,
  staked bigint not null,
  returned bigint not null,
  primary key (account_id, grain, starts_at),
  constraint play_sum_grain_is_known check (grain in ('minute', 'hour'))
);
create index play_sum_by_instant on play_sum (starts_at);
revoke insert, update on play_sum from clearball_app;
grant delete on play_sum to clearball_app;

-- When a player with limits first staked on a draw.
create table play_draw (
  period_id integer not null,
  account_id bigint not null,
  first_at timestamptz not null,
  primary key (period_id, account_id)
);
create index play_draw_by_account on play_draw (account_id);
create index play_draw_by_instant on play_draw (first_at);
revoke insert, update on play_draw from clearball_app;
grant delete on play_draw to clearball_app;

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
