-- The heads of the operator's own books, in the public log: a chain rewritten afterwards no longer contains them.
alter table log_record drop constraint log_record_type_is_known, drop constraint log_record_names_its_draw;
alter table log_record add constraint log_record_type_is_known check (
  type in ('schedule', 'close', 'result', 'shadow', 'void', 'cancel', 'settle', 'correction', 'key', 'head')
);
alter table log_record add constraint log_record_names_its_draw check (
  (type in ('schedule', 'key', 'head')) = (draw_id is null)
);

create function head_told(line text, member text) returns text immutable language sql
  return line::jsonb -> 'record' -> 'body' ->> member;
-- However many nodes publish, and whatever they believe.
create unique index log_record_one_head_an_hour on log_record (
  head_told(line, 'book'), date_trunc('hour', at at time zone 'UTC')
) where type = 'head';
