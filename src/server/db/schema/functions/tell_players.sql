-- Writes a live event for players as the last statement of a transaction. The lock is held until the commit, so that events become
-- visible in the order of their ids. `spreadMs` is the time over which the clients spread their next requests: a thousand a second.
create or replace function tell_players(event_kind text, event_body jsonb, players uuid[], moment timestamptz) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(cardinality(players), 0) = 0 then
    return;
  end if;
  perform pg_advisory_xact_lock(7261002);
  for starts in 1..cardinality(players) by 5000 loop
    insert into event (audience, kind, body, at, players) values (
      'players', event_kind, event_body || jsonb_build_object('spreadMs', least(cardinality(players), 5000)), moment,
      players[starts:starts + 4999]);
  end loop;
  perform pg_notify('clearball_event', '');
end $$;
revoke execute on function tell_players from public;
grant execute on function tell_players to clearball_app;
