-- Throws away the sums of a day on which a review was decided after the day was summed, and of all days after it, so that they are made
-- again. A clock that was wrong by hours, on this node or on the one that summed, makes that happen. Waits while a day is being summed.
create or replace function forget_review_days() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock_shared(7261035);
  delete from review_day where day >= to_char(new.decided_at at time zone 'UTC', 'YYYY-MM-DD');
  return null;
end $$;
revoke execute on function forget_review_days from public;
