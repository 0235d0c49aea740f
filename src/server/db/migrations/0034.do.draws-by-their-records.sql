-- A period says of itself only what the public log says of it, and a draw that nobody bet on and nobody closed is skipped.
alter table log_record drop constraint log_record_type_is_known;
alter table log_record add constraint log_record_type_is_known check (
  type in ('schedule', 'close', 'result', 'shadow', 'void', 'cancel', 'skip', 'settle', 'correction', 'key', 'head')
);
drop index log_record_one_ending;
create unique index log_record_one_ending on log_record (draw_id) where type in ('result', 'void', 'cancel', 'skip');

alter table period drop constraint period_status_is_known, drop constraint period_ended_when_over;
alter table period add constraint period_status_is_known check (
  status in ('scheduled', 'closed', 'drawn', 'void', 'cancelled', 'skipped')
);
alter table period add constraint period_ended_when_over check (
  (status in ('drawn', 'void', 'cancelled', 'skipped')) = (ended_at is not null)
);
alter table period add constraint period_skipped_without_bets check (status <> 'skipped' or bets = 0);
alter table period add constraint period_shadow_of_a_missing_round check (
  shadow_outcome is null or void_reason = 'beacon-unavailable'
);
drop index period_to_shadow;
create index period_to_shadow on period (round_at) where void_reason = 'beacon-unavailable' and shadow_outcome is null;

alter table draw_tally add column skipped integer not null default 0;

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
    raise exception 'what period % came to is final', old.draw_id using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- Whoever writes here need not hold the key that signs the log, so a row proves nothing to whoever pays; it must at least not
-- contradict the log.
create function require_period_record() returns trigger language plpgsql as $$
declare
  was text := case tg_op when 'INSERT' then 'scheduled' else old.status end;
  records constant jsonb := '{
    "closed": "close", "drawn": "result", "void": "void", "cancelled": "cancel", "skipped": "skip"
  }';
  told constant jsonb := (
    select coalesce(jsonb_object_agg(type, line::jsonb #> '{record,body}'), '{}') from log_record where draw_id = new.draw_id
  );
begin
  if new.status <> was and not told ? (records ->> new.status)
    or new.outcome is not null and to_jsonb(new.outcome) is distinct from told #> '{result,outcome}'
    or new.shadow_outcome is not null and to_jsonb(new.shadow_outcome) is distinct from told #> '{shadow,outcome}'
    or new.void_reason is not null and new.void_reason is distinct from told #>> '{void,reason}'
    or new.status = 'drawn' and new.settled_at is not null and not told ? 'settle'
  then
    raise exception 'the public log does not say of period % what its row would', new.draw_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger period_is_born_scheduled before insert on period
  for each row when (new.status <> 'scheduled') execute function require_period_record();
create trigger period_has_its_record before update on period for each row when (
  (old.status, old.outcome, old.shadow_outcome, old.void_reason, old.settled_at)
  is distinct from (new.status, new.outcome, new.shadow_outcome, new.void_reason, new.settled_at)
) execute function require_period_record();
