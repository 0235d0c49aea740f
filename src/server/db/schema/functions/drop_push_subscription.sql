-- Ends the notifications of a browser with the session that asked for them: whoever logs in there next must not get them.
create or replace function drop_push_subscription() returns trigger language plpgsql as $$
begin
  delete from push_subscription where session_id = new.id;
  return null;
end
$$;
