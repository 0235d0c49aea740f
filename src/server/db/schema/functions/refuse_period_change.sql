-- Refuses a change of status that no period may make, and a change to a final result: code that tries either has a fault.
create or replace function refuse_period_change() returns trigger language plpgsql as $$
declare
  was text := old.status;
  allowed constant jsonb := '{
    "scheduled": ["closed", "void", "cancelled", "skipped"], "closed": ["drawn", "void"],
    "drawn": [], "void": [], "cancelled": [], "skipped": []
  }';
begin
  if new.status <> was and not allowed -> was ? new.status then
    raise exception 'period % cannot go from % to %', old.draw_id, was, new.status using errcode = 'check_violation';
  end if;
  if (old.closed_at, old.bets, old.stake_total) is distinct from (new.closed_at, new.bets, new.stake_total)
    and old.closed_at is not null
    or old.outcome is not null and new.outcome is distinct from old.outcome
    or old.shadow_outcome is not null and new.shadow_outcome is distinct from old.shadow_outcome
    or old.ended_at is not null and (new.ended_at, new.void_reason) is distinct from (old.ended_at, old.void_reason)
    or old.settled_at is not null and new.settled_at is distinct from old.settled_at
    or new.lease_number < old.lease_number
    or (new.draw_id, new.game, new.day, new.number, new.issue, new.opens_at, new.closes_at, new.draws_at,
        new.chain_hash, new.round, new.round_at, new.rules_hash, new.commit, new.secret_sealed, new.schedule_seq)
      is distinct from
       (old.draw_id, old.game, old.day, old.number, old.issue, old.opens_at, old.closes_at, old.draws_at,
        old.chain_hash, old.round, old.round_at, old.rules_hash, old.commit, old.secret_sealed, old.schedule_seq)
  then
    raise exception 'the result of period % is final', old.draw_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
