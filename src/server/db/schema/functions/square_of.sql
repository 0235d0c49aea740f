-- The square of an amount, in dollars squared. Rounded up, so that many small deviations do not vanish from the sum.
create or replace function square_of(cents bigint) returns bigint immutable language sql
  return (cents * cents + 9999) / 10000;
revoke execute on function square_of from public;
