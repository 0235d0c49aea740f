-- The console: what operators did, proposed and decided, and what they changed in the site's settings and texts.

-- What an operator did or looked at, and why. Written in the transaction of the action itself, so that neither exists without the
-- other.
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
create index operator_action_by_operator on operator_action (operator_id, id);
create index operator_action_by_time on operator_action (at, id);
-- The console searches actions by the beginning of their subject.
create index operator_action_by_beginning on operator_action (subject text_pattern_ops, id);
create trigger operator_action_is_append_only before update or delete on operator_action
  for each row execute function refuse_change();
create trigger operator_action_is_not_emptied before truncate on operator_action execute function refuse_change();
create constraint trigger operator_action_is_chained after insert on operator_action
  deferrable initially deferred for each row execute function chain_action();

-- A hash chain over the actions, in the order of their commits, by which a changed action is found. Written at the commit of the
-- action itself, so that there is no moment in which an action could be changed unnoticed.
create table action_chain (
  number bigint primary key,
  action_id bigint not null,
  former_hash bytea not null,
  hash bytea not null,
  constraint action_chain_names_an_action_once unique (action_id)
);
revoke insert on action_chain from clearball_app;
create trigger action_chain_is_append_only before update or delete on action_chain
  for each row execute function refuse_change();
create trigger action_chain_is_not_emptied before truncate on action_chain execute function refuse_change();

-- Changes that one operator proposes and another must approve: settings, receiving accounts, the reversal of a top-up, the
-- cancellation of a draw.
create table proposal (
  id uuid primary key,
  kind text not null,
  subject text not null,
  content jsonb not null,
  reason text not null,
  proposed_by uuid not null references operator,
  proposed_at timestamptz not null,
  status text not null default 'open',
  decided_by uuid references operator,
  decided_at timestamptz,
  decline_reason text,
  -- The contract lists the kinds; a second list here would have to change with every new kind.
  constraint proposal_kind_is_a_name check (kind ~ '^[a-z]+\.[a-z-]+$'),
  constraint proposal_status_is_known check (status in ('open', 'approved', 'declined')),
  constraint proposal_decided_by_somebody check (
    num_nonnulls(decided_by, decided_at) = case when status = 'open' then 0 else 2 end
  ),
  constraint proposal_approved_by_another check (status <> 'approved' or decided_by <> proposed_by),
  constraint proposal_declined_for_a_reason check ((status = 'declined') = (decline_reason is not null))
);
create unique index proposal_one_open_per_subject on proposal (subject) where status = 'open';
create index proposal_by_age on proposal (proposed_at, id);
grant update (status, decided_by, decided_at, decline_reason) on proposal to clearball_app;
create trigger proposal_decided_is_final before update or delete on proposal
  for each row when (old.status <> 'open') execute function refuse_change();

-- The last row in effect holds the value of a setting; without a row, the default in the code applies. One operator alone can stop
-- top-ups and withdrawals, because waiting for a second person would let the damage go on. Opening them again, like every other
-- change, takes a proposal that somebody else approved.
create table setting_change (
  id bigint generated always as identity primary key,
  name text not null,
  value bigint not null,
  effective_at timestamptz not null,
  proposal_id uuid references proposal,
  stopped_by uuid references operator,
  reason text,
  constraint setting_change_comes_of_one_proposal unique (proposal_id),
  constraint setting_change_comes_of_somebody check (num_nonnulls(proposal_id, stopped_by) = 1),
  constraint setting_change_alone_only_stops check (
    stopped_by is null or (name in ('deposits_open', 'withdrawals_open') and value = 0 and reason is not null)
  )
);
create index setting_change_by_name on setting_change (name, effective_at, id);
create trigger setting_change_is_append_only before update or delete on setting_change
  for each row execute function refuse_change();

-- Invitations of new operators, valid once a second person has approved them. The link with the token is sent only to the invited
-- address; a newer invitation of the same account ends the older one.
create table operator_invitation (
  token_hash bytea primary key,
  account text not null,
  name text not null,
  email text,
  role text not null,
  proposal_id uuid not null references proposal,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint operator_invitation_comes_of_one_proposal unique (proposal_id),
  constraint operator_invitation_role_is_known check (
    role in ('support', 'reviewer', 'finance', 'risk', 'admin', 'auditor')
  )
);
grant update (used_at, expires_at) on operator_invitation to clearball_app;
create trigger operator_invitation_is_used_once before update or delete on operator_invitation
  for each row when (old.used_at is not null) execute function refuse_change();

-- Notes of operators about a player, for their colleagues.
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

-- Announcements to players, each with its beginning and end.
create table announcement (
  id uuid primary key,
  -- By language. A language without a text shows the text of the fallback language, which is therefore required.
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

-- The operator's wording of the about page, the licence and the terms, each with its effective time. Without a row, or with a row
-- without a text, the wording is the one that the product came with.
create table house_text_change (
  id bigint generated always as identity primary key,
  name text not null,
  language text not null,
  text text,
  effective_at timestamptz not null,
  reason text not null,
  changed_by uuid not null references operator,
  at timestamptz not null,
  constraint house_text_change_name_is_known check (name in ('about', 'licence', 'terms')),
  constraint house_text_change_is_not_empty check (text <> '')
);
create index house_text_change_by_place on house_text_change (name, language, effective_at, id);
create trigger house_text_change_is_append_only before update or delete on house_text_change
  for each row execute function refuse_change();

-- Countries that two people agreed to stop serving, or to serve again. A country without a row is served.
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
