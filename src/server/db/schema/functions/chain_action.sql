-- Appends an operator's action to the chain of hashes.
create or replace function chain_action() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former action_chain;
begin
  -- The trigger is deferred to the commit, so the lock is held only briefly, and nothing else is waited for meanwhile.
  perform pg_advisory_xact_lock(7261020);
  select * into former from action_chain order by number desc limit 1;
  former.number := coalesce(former.number, 0);
  former.hash := coalesce(former.hash, sha256('clearball actions'));
  insert into action_chain (number, action_id, former_hash, hash)
    values (former.number + 1, new.id, former.hash, action_hash(former.hash, new));
  return null;
end $$;
revoke execute on function chain_action from public;
