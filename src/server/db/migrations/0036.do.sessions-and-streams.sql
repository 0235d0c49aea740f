-- A request that was under way while its session's token was renewed must not log anybody out: the former token serves a few
-- seconds longer, and for nothing that asks for the password again.
alter table session add column former_hash bytea, add column former_until timestamptz;
create index session_by_former_token on session (former_hash) where former_hash is not null;
grant update (former_hash, former_until) on session to clearball_app;

-- Whoever ends a session, and on whatever node: every node is told, and ends the streams that were opened with it.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('clearball_session', new.id::text);
  return null;
end
$$;
create trigger session_end_is_told after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_ended();
