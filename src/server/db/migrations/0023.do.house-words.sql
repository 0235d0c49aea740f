-- What the house says and whom it serves is changed in the console: each change is a row with who made it and when it holds.

create table announcement (
  id uuid primary key,
  -- By language. Whoever reads another one is told the fallback's, so that one is always there.
  texts jsonb not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  written_by uuid not null references operator,
  written_at timestamptz not null,
  withdrawn_by uuid references operator,
  withdrawn_at timestamptz,
  withdrawn_why text,
  constraint announcement_lasts check (until_at > from_at),
  constraint announcement_has_the_fallback check (texts ? 'zh-CN'),
  constraint announcement_withdrawn_by_somebody check (num_nonnulls(withdrawn_by, withdrawn_at, withdrawn_why) in (0, 3))
);
create index announcement_by_age on announcement (written_at, id);
create index announcement_standing on announcement (until_at) where withdrawn_at is null;
grant update (withdrawn_by, withdrawn_at, withdrawn_why) on announcement to clearball_app;
create trigger announcement_stays_withdrawn before update or delete on announcement
  for each row when (old.withdrawn_at is not null) execute function refuse_change();
create trigger announcement_is_kept before delete on announcement for each row execute function refuse_change();

-- Texts of the page about us; what has no row is as the product came, and a row without a text goes back to that.
create table house_text_change (
  id bigint generated always as identity primary key,
  name text not null,
  language text not null,
  text text,
  effective_at timestamptz not null,
  reason text not null,
  changed_by uuid not null references operator,
  at timestamptz not null,
  constraint house_text_change_name_is_known check (name in ('about', 'licence')),
  constraint house_text_change_is_not_empty check (text <> '')
);
create index house_text_change_by_place on house_text_change (name, language, effective_at, id);
create trigger house_text_change_is_append_only before update or delete on house_text_change
  for each row execute function refuse_change();

-- Countries that two people withdrew or took back; what has no row is served.
create table country_change (
  id bigint generated always as identity primary key,
  country text not null,
  is_served boolean not null,
  effective_at timestamptz not null,
  proposal_id uuid not null references proposal,
  constraint country_change_once_per_proposal unique (proposal_id, country),
  constraint country_change_names_a_country check (country ~ '^[A-Z]{2}$')
);
create index country_change_by_country on country_change (country, effective_at, id);
create trigger country_change_is_append_only before update or delete on country_change
  for each row execute function refuse_change();

-- A wording may be written before the day from which it holds; those from before held at once.
alter table quick_answer_change add column effective_at timestamptz;
alter table quick_answer_change disable trigger quick_answer_change_is_append_only;
update quick_answer_change set effective_at = at;
alter table quick_answer_change enable trigger quick_answer_change_is_append_only;
alter table quick_answer_change alter column effective_at set not null;
drop index quick_answer_change_by_place;
create index quick_answer_change_by_place on quick_answer_change (topic, language, effective_at, id);
