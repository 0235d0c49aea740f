-- In dollars squared, rounded up: a band that is too wide says nothing wrong, and small deviations do not vanish from it.
create or replace function square_of(cents bigint) returns bigint immutable language sql
  return (cents * cents + 9999) / 10000;
revoke execute on function square_of from public;
