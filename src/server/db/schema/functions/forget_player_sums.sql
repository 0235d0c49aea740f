-- Throws the sums by hour, trait and cohort away and reads the first top-ups again. The roll-up then makes the sums again, period by
-- period, from the bets. For the owner of the database alone.
create or replace function forget_player_sums() returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7261034);
  truncate game_hour, trait_day, player_week, cohort_week, first_top_up;
  insert into first_top_up (player_id, at)
    select player_id, min(decided_at) from deposit where status = 'passed' group by player_id;
  update betting set players_rolled_up_at = null where players_rolled_up_at is not null;
end $$;
revoke execute on function forget_player_sums from public;
