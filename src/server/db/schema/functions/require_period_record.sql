-- Refuses a period's row that contradicts the public log. Writing the row does not take the key that signs the log, so the row proves
-- nothing when bets are paid; but it must at least agree with the log.
create or replace function require_period_record() returns trigger language plpgsql as $$
declare
  was text := case tg_op when 'INSERT' then 'scheduled' else old.status end;
  records constant jsonb := '{
    "closed": "close", "drawn": "result", "void": "void", "cancelled": "cancel", "skipped": "skip"
  }';
  logged constant jsonb := (
    select coalesce(jsonb_object_agg(type, entry::jsonb -> 'body'), '{}') from log_record where draw_id = new.draw_id
  );
begin
  if new.status <> was and not logged ? (records ->> new.status)
    or new.outcome is not null and to_jsonb(new.outcome) is distinct from logged #> '{result,outcome}'
    or new.shadow_outcome is not null and to_jsonb(new.shadow_outcome) is distinct from logged #> '{shadow,outcome}'
    or new.void_reason is not null and new.void_reason is distinct from logged #>> '{void,reason}'
    or new.status = 'drawn' and new.settled_at is not null and not logged ? 'settle'
  then
    raise exception 'the row of period % contradicts the public log', new.draw_id
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
