-- Players are shown, at an interval of their choice, how long they have played and what it cost.

alter table player
  add column reality_check_minutes integer,
  add constraint player_reality_check_is_offered check (reality_check_minutes in (15, 30, 60));
-- Since when the owner has been playing without a long pause, and when they last saw what came of it.
alter table session add column playing_since timestamptz, add column reality_answered_at timestamptz;
update session set playing_since = created_at;
alter table session alter column playing_since set not null;
grant update (playing_since, reality_answered_at) on session to clearball_app;
