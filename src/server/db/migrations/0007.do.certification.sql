-- Who a player is, who invited them, and what operators did about people.

create table certification (
  id uuid primary key,
  player_id uuid not null references player,
  legal_name text not null,
  -- YYYY-MM-DD. As text, because a birthday has no time zone and drivers like to give a date one.
  born_on text not null,
  country text not null,
  document_kind text not null,
  -- Readable with a key made from the pepper, which is not in the database.
  document_sealed bytea not null,
  -- Keyed hash of country, kind and number: tells equal documents without telling any.
  document_hash bytea not null,
  photo_id uuid not null references upload,
  status text not null default 'waiting',
  taken_by uuid references operator,
  taken_until timestamptz,
  reason_code text,
  reason_text text,
  decided_by uuid references operator,
  decided_at timestamptz,
  created_at timestamptz not null,
  constraint certification_status_is_known check (status in ('waiting', 'under_review', 'passed', 'rejected')),
  constraint certification_born_on_a_date check (born_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
  constraint certification_country_has_two_letters check (country ~ '^[A-Z]{2}$'),
  constraint certification_under_review_by_somebody check (status <> 'under_review' or taken_by is not null),
  constraint certification_taken_has_an_end check ((taken_by is null) = (taken_until is null)),
  constraint certification_decided_by_somebody check (
    num_nonnulls(decided_by, decided_at) = case when status in ('passed', 'rejected') then 2 else 0 end
  ),
  constraint certification_rejected_for_a_reason check ((status = 'rejected') = (reason_code is not null)),
  constraint certification_other_reason_is_told check (reason_code <> 'other' or reason_text is not null)
);
create unique index certification_one_per_player on certification (player_id) where status <> 'rejected';
create unique index certification_document_serves_one_person on certification (document_hash) where status <> 'rejected';
create index certification_by_player on certification (player_id, created_at);
create index certification_by_age on certification (status, created_at, id);
create index certification_by_person on certification (born_on, lower(legal_name));
grant update (status, taken_by, taken_until, reason_code, reason_text, decided_by, decided_at)
  on certification to clearball_app;
create trigger certification_decided_is_final before update or delete on certification
  for each row when (old.status in ('passed', 'rejected')) execute function refuse_change();

-- What an operator did or looked at, and why. Written in the transaction of the deed, so neither is without the other.
create table operator_action (
  id bigint generated always as identity primary key,
  operator_id uuid not null references operator,
  capability text not null,
  subject text not null,
  reason text,
  before jsonb,
  after jsonb,
  at timestamptz not null
);
create index operator_action_by_subject on operator_action (subject, id);
create trigger operator_action_is_append_only before update or delete on operator_action
  for each row execute function refuse_change();

-- A certified player has a code of their own, to invite with.
alter table invitation
  alter column made_by drop not null,
  add column player_id uuid references player,
  add constraint invitation_one_per_player unique (player_id),
  add constraint invitation_has_one_maker check (num_nonnulls(made_by, player_id) = 1);

alter table player
  add column invited_by uuid references player,
  add constraint player_not_invited_by_self check (invited_by <> id);
create index player_by_inviter on player (invited_by);
-- The console finds players by how their name or address begins.
create index player_account_by_beginning on player (lower(account) text_pattern_ops);
create index player_email_by_beginning on player (lower(email) text_pattern_ops);
create index player_phone_by_beginning on player (phone text_pattern_ops);

-- The inviter is there before the invited and never changes, so following inviters always ends: no circles.
create function keep_inviter() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'the inviter of a player never changes' using errcode = 'insufficient_privilege';
  elsif not exists (select from player where id = new.invited_by) then
    raise exception 'the inviter of a player comes first' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger player_inviter_comes_first before insert on player
  for each row when (new.invited_by is not null) execute function keep_inviter();
create trigger player_inviter_is_final before update of invited_by on player
  for each row when (old.invited_by is distinct from new.invited_by) execute function keep_inviter();
