-- The Monday of an instant's week, by universal time, as YYYY-MM-DD.
create or replace function monday_of(moment timestamptz) returns text immutable language sql
  return to_char(date_trunc('week', moment at time zone 'UTC'), 'YYYY-MM-DD');
revoke execute on function monday_of from public;
grant execute on function monday_of to clearball_app;
