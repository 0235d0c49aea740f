-- The reviews that were decided from `since` until `before`, counted by kind, UTC day and how long they took. Times are rounded up to seconds,
-- above ten minutes to minutes, above a day to hours: so few different ones are left that those of many days are quickly put together, and
-- no review is shown as quicker than it was.
create or replace function decided_reviews(since timestamptz, before timestamptz)
returns table (kind text, day text, took integer, passed integer, rejected integer, amount bigint) stable language sql
  begin atomic
    select kind, to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD'),
      ceil(seconds / case when seconds <= 600 then 1 when seconds <= 86400 then 60 else 3600 end)
        * case when seconds <= 600 then 1 when seconds <= 86400 then 60 else 3600 end,
      count(*) filter (where status = 'passed'), count(*) filter (where status = 'rejected'),
      coalesce(sum(amount) filter (where status = 'passed'), 0)::bigint
    from (
      select 'certifications' as kind, status, decided_at, greatest(date_part('epoch', decided_at - created_at), 0) as seconds, 0 as amount
      from certification where decided_at >= since and decided_at < before
      union all
      select 'deposits', status, decided_at, greatest(date_part('epoch', decided_at - created_at), 0), received
      from deposit where decided_at >= since and decided_at < before
      union all
      select 'withdrawals', status, decided_at, greatest(date_part('epoch', decided_at - created_at), 0), amount
      from withdrawal where decided_at >= since and decided_at < before
    ) review
    group by 1, 2, 3;
  end;
revoke execute on function decided_reviews from public;
grant execute on function decided_reviews to clearball_app;
