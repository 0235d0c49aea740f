-- Tells every node that a session ended, whoever ended it, so that it ends the streams that were opened with it.
create or replace function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('clearball_session', new.id::text);
  return null;
end
$$;
