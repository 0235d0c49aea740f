-- Reads one field of the body of a record in the public log.
create or replace function head_field(entry text, member text) returns text immutable language sql
  return entry::jsonb -> 'body' ->> member;
