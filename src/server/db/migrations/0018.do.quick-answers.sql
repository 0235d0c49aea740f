-- Quick answers that operators worded anew; what has no row is as the product came.

create table quick_answer_change (
  id bigint generated always as identity primary key,
  topic text not null,
  language text not null,
  question text not null,
  answer text not null,
  changed_by uuid not null references operator,
  at timestamptz not null
);
create index quick_answer_change_by_place on quick_answer_change (topic, language, id);
create trigger quick_answer_change_is_append_only before update or delete on quick_answer_change
  for each row execute function refuse_change();
