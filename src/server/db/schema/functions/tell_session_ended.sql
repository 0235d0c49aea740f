-- Notifies every node that a session ended, so that each closes the session's live streams.
create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('clearball_session', new.id::text);
  return null;
end
$$;
