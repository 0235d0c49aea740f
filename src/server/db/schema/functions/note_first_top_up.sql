-- Notes when a player's first top-up was credited. Of two that are credited at once, the earlier one counts.
create or replace function note_first_top_up() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into first_top_up as known (player_id, at) values (new.player_id, new.decided_at)
    on conflict (player_id) do update set at = excluded.at where excluded.at < known.at;
  return null;
end $$;
revoke execute on function note_first_top_up from public;
