-- beside: yes
-- Sums of decided reviews by day, so that the report of money does not read every top-up and withdrawal of its range.

-- What was decided on a UTC day that is over. All rows can be thrown away: the roll-up makes them again, from the oldest day on.
create table review_day (
  kind text not null,
  day text not null,
  passed integer not null,
  rejected integer not null,
  -- Credited, or paid out with the fee.
  amount bigint not null,
  -- How long reviews took (see `decided_reviews`), in ascending order, and how many of them took so long.
  took integer[] not null,
  reviews integer[] not null,
  primary key (kind, day),
  constraint review_day_kind_is_known check (kind in ('certifications', 'deposits', 'withdrawals')),
  constraint review_day_is_a_day check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  constraint review_day_counts_each_time check (cardinality(took) = cardinality(reviews))
);
revoke insert on review_day from clearball_app;
\ir ../schema/functions/forget_review_days.sql
create trigger certification_forgets_review_days after update of decided_at on certification
  for each row when (new.decided_at is not null) execute function forget_review_days();
create trigger deposit_forgets_review_days after update of decided_at on deposit
  for each row when (new.decided_at is not null) execute function forget_review_days();
create trigger withdrawal_forgets_review_days after update of decided_at on withdrawal
  for each row when (new.decided_at is not null) execute function forget_review_days();
