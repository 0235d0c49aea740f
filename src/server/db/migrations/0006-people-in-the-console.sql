-- beside: yes
-- Accounts used in one browser are found, invitations can be revoked, and announcements are drafted before they are published.

-- A hash of the part of the browser's own token that stays the same from log-in to log-in. Null in sessions of former releases.
alter table session add column browser bytea;

-- A revoked invitation also has no uses left, which is what registering looks at.
alter table invitation
  add column revoked_by uuid references operator,
  add column revoked_at timestamptz,
  add column revoked_why text,
  add constraint invitation_revoked_by_somebody check (num_nonnulls(revoked_by, revoked_at, revoked_why) in (0, 3)) not valid,
  add constraint invitation_revoked_has_no_uses check (revoked_at is null or uses_left = 0) not valid;
grant update (revoked_by, revoked_at, revoked_why) on invitation to clearball_app;

-- An announcement that nobody reads yet. It is deleted when it is published, in the same transaction.
create table announcement_draft (
  id uuid primary key,
  texts jsonb not null,
  from_at timestamptz,
  until_at timestamptz,
  written_by uuid not null references operator,
  written_at timestamptz not null,
  -- Grows with every change, so that two people who change it at once do not overwrite each other unseen.
  version integer not null default 1
);
create index announcement_draft_by_age on announcement_draft (written_at, id);
grant update (texts, from_at, until_at, written_by, written_at, version), delete on announcement_draft to clearball_app;
