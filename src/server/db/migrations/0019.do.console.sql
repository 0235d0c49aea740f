-- The console's people: how an operator comes and goes, and what operators note about players.

alter table operator add column left_at timestamptz;

-- What kinds there are is the contract's business; a list here would have to be repeated with every new one.
alter table proposal
  drop constraint proposal_kind_is_known,
  add constraint proposal_kind_is_a_name check (kind ~ '^[a-z]+\.[a-z-]+$');

-- A way in for one new operator, open once a second person has approved it. Only who was given the token can use it.
create table operator_invitation (
  token_hash bytea primary key,
  account text not null,
  name text not null,
  role text not null,
  proposal_id uuid not null references proposal,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint operator_invitation_comes_of_one_proposal unique (proposal_id),
  constraint operator_invitation_role_is_known check (
    role in ('support', 'reviewer', 'finance', 'risk', 'admin', 'auditor')
  )
);
grant update (used_at) on operator_invitation to clearball_app;
create trigger operator_invitation_is_used_once before update or delete on operator_invitation
  for each row when (old.used_at is not null) execute function refuse_change();

create table player_note (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  operator_id uuid not null references operator,
  text text not null,
  at timestamptz not null
);
create index player_note_by_player on player_note (player_id, id);
create trigger player_note_is_append_only before update or delete on player_note
  for each row execute function refuse_change();

-- Who else came from where a player came from.
create index session_by_address on session (address) where player_id is not null;
