-- Sums the reviews of the next UTC day that has no sums yet. The day ended an hour before `moment`, so that clocks that differ a
-- little do not make it be summed twice. Days follow each other without a gap. Returns how many days it summed.
create or replace function roll_up_reviews(moment timestamptz) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  due date;
  starts_at timestamptz;
begin
  -- Whoever decides a review has committed before the day is read, or waits and then sees that the day is summed (`forget_review_days`).
  perform pg_advisory_xact_lock(7261035);
  select coalesce(
    max(day)::date + 1,
    (select min(at) at time zone 'UTC' from (
      select min(decided_at) as at from certification
      union all select min(decided_at) from deposit
      union all select min(decided_at) from withdrawal) first)::date)
    into due from review_day;
  starts_at := due::timestamp at time zone 'UTC';
  if due is null or starts_at + interval '25 hours' > moment then
    return 0;
  end if;
  insert into review_day (kind, day, passed, rejected, amount, took, reviews)
    select kind.name, to_char(due, 'YYYY-MM-DD'), coalesce(sum(passed), 0), coalesce(sum(rejected), 0), coalesce(sum(amount), 0),
      coalesce(array_agg(took order by took) filter (where took is not null), '{}'),
      coalesce(array_agg(passed + rejected order by took) filter (where took is not null), '{}')
    from unnest(array['certifications', 'deposits', 'withdrawals']) kind (name)
    left join decided_reviews(starts_at, starts_at + interval '24 hours') decided on decided.kind = kind.name
    group by kind.name;
  return 1;
end $$;
revoke execute on function roll_up_reviews from public;
grant execute on function roll_up_reviews to clearball_app;
