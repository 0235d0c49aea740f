-- Whether payments may still come from a draw: it is not settled, its rebates are not paid, or it is void and the bets that would have
-- won are not paid yet.
create or replace function is_open(of_period period, rebated_at timestamptz) returns boolean
language sql immutable as $$
  select of_period.settled_at is null
    or (of_period.status = 'drawn' and rebated_at is null)
    or (of_period.void_reason = 'beacon-unavailable' and of_period.shadow_settled_at is null)
$$;
