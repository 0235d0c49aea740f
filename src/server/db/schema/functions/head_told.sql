-- Reads a member of the body of a record of the public log.
create or replace function head_told(line text, member text) returns text immutable language sql
  return line::jsonb -> 'record' -> 'body' ->> member;
