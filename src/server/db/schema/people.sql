-- People: players and operators, their invitations, sessions and proofs of identity, and the pictures that players send.

-- The people who work in the console. The row of an operator who left stays, because actions and decisions refer to it.
create table operator (
  id uuid primary key,
  account text not null,
  name text not null,
  -- A player with the same address is treated as staff. Null while it is not known.
  email text,
  role text not null,
  login_hash text not null,
  created_at timestamptz not null,
  left_at timestamptz,
  constraint operator_account_is_lower_case check (account = lower(account)),
  constraint operator_account_is_unique unique (account),
  constraint operator_role_is_known check (role in ('support', 'reviewer', 'finance', 'risk', 'admin', 'auditor'))
);
create index operator_by_email on operator (lower(email));
grant update on operator to clearball_app;

-- The codes that allow registration, each an operator's or a certified player's.
create table invitation (
  code text primary key,
  made_by uuid references operator,
  player_id uuid,
  uses_left integer not null,
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint invitation_one_per_player unique (player_id),
  constraint invitation_has_one_maker check (num_nonnulls(made_by, player_id) = 1),
  constraint invitation_never_overused check (uses_left >= 0)
);
grant update (uses_left) on invitation to clearball_app;

-- Players. The columns that placing a bet checks are in this row, so that placing reads only one.
create table player (
  id uuid primary key,
  account text not null,
  nickname text not null,
  email text not null,
  phone text,
  country text,
  language text not null,
  contact text not null default '',
  avatar_id uuid unique,
  login_hash text not null,
  payment_hash text,
  -- Only a player whose status is `normal` can bet.
  status text not null default 'normal',
  invitation_code text not null references invitation,
  invited_by uuid references player,
  agreed_version text not null,
  agreed_at timestamptz not null,
  withdrawals_paused_until timestamptz,
  -- Most players have neither limits nor an exclusion; these columns tell placing so without another query.
  is_limited boolean not null default false,
  excluded_until timestamptz,
  -- The interval of the reality check, which shows the player how long they have played and what it cost.
  reality_check_minutes integer,
  -- Of what the player is notified, in browsers that receive notifications.
  push_kinds text[] not null default '{settled,withdrawal,service,break_ended}',
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint player_status_is_known check (
    status in ('normal', 'abnormal', 'frozen', 'restricted', 'staff', 'closed')
  ),
  constraint player_phone_is_international check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  constraint player_not_invited_by_self check (invited_by <> id),
  constraint player_reality_check_is_offered check (reality_check_minutes in (15, 30, 60)),
  constraint player_push_kinds_are_known check (push_kinds <@ '{settled,withdrawal,service,break_ended}')
);
-- Account names are compared without regard to case, so that nobody can pose as somebody else.
create unique index player_account_is_unique on player (lower(account));
create unique index player_email_is_unique on player (lower(email));
create unique index player_phone_is_unique on player (phone);
create index player_by_invitation on player (invitation_code);
create index player_by_inviter on player (invited_by);
create index player_by_age on player (created_at);
create index player_limited on player (id) where is_limited;
-- The console searches players by the beginning of their name or address.
create index player_account_by_beginning on player (lower(account) text_pattern_ops);
create index player_email_by_beginning on player (lower(email) text_pattern_ops);
create index player_phone_by_beginning on player (phone text_pattern_ops);
grant update on player to clearball_app;
create trigger player_inviter_comes_first before insert on player
  for each row when (new.invited_by is not null) execute function keep_inviter();
create trigger player_inviter_is_final before update of invited_by on player
  for each row when (old.invited_by is distinct from new.invited_by) execute function keep_inviter();

-- The two tables refer to each other, so this foreign key is added once both exist.
alter table invitation add constraint invitation_player_id_fkey foreign key (player_id) references player;

-- Sessions: who is logged in, in which browser, and which factors they gave there.
create table session (
  token_hash bytea primary key,
  -- A request sent just before the token was renewed must not end in a log-out, so the former token stays valid for a few seconds,
  -- except for actions that ask for the password again.
  former_hash bytea,
  former_until timestamptz,
  id uuid not null,
  player_id uuid references player,
  operator_id uuid references operator,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- When the owner last gave the password. Actions that move money ask for it again after a while.
  confirmed_at timestamptz not null,
  -- When a second factor was last given in this session; null where it was opened with the password alone.
  second_factor_at timestamptz,
  -- Since when the owner has been playing without a long pause, and when the last reality check was shown.
  playing_since timestamptz not null,
  reality_answered_at timestamptz,
  address text not null,
  agent text not null,
  constraint session_id_is_unique unique (id),
  constraint session_has_one_owner check (num_nonnulls(player_id, operator_id) = 1)
);
create index session_by_player on session (player_id) where ended_at is null;
create index session_by_operator on session (operator_id) where ended_at is null;
create index session_by_former_token on session (former_hash) where former_hash is not null;
-- Finds the other players who logged in from the same address.
create index session_by_address on session (address) where player_id is not null;
grant update (
  token_hash, former_hash, former_until, seen_at, ended_at, confirmed_at, second_factor_at, playing_since, reality_answered_at
) on session to clearball_app;
create trigger session_end_is_told after update of ended_at on session
  for each row when (old.ended_at is null and new.ended_at is not null) execute function tell_session_ended();

-- Pictures that players send: proofs of payment, identity papers, chat, avatars. The bytes are in the picture storage. The row is
-- written before its file and deleted after it, so that no file is ever without a row.
create table upload (
  id uuid primary key,
  player_id uuid not null references player,
  purpose text not null,
  storage_name uuid not null,
  mime_type text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  sha256 bytea not null,
  original_sha256 bytea not null,
  created_at timestamptz not null,
  -- Since when the file is in the storage.
  stored_at timestamptz,
  -- When the picture was attached to something, such as a top-up; null until then.
  attached_at timestamptz,
  -- From then on nobody may see or attach it; file and row are about to be deleted.
  removed_at timestamptz,
  constraint upload_purpose_is_known check (purpose in ('voucher', 'identity', 'chat', 'avatar')),
  constraint upload_type_is_a_picture check (mime_type in ('image/jpeg')),
  constraint upload_has_bytes check (bytes > 0 and width > 0 and height > 0),
  constraint upload_hashes_are_sha256 check (length(sha256) = 32 and length(original_sha256) = 32),
  constraint upload_storage_name_is_unique unique (storage_name),
  constraint upload_attached_is_stored check (attached_at is null or stored_at is not null),
  constraint upload_attached_stays check (attached_at is null or removed_at is null or purpose = 'avatar')
);
create index upload_by_player on upload (player_id) include (bytes, attached_at, removed_at);
create index upload_open_by_age on upload (created_at) where attached_at is null;
grant update (stored_at, attached_at, removed_at), delete on upload to clearball_app;
-- An attached picture may be evidence, so it can be neither detached nor deleted, whatever the code does. An avatar is no evidence.
create trigger upload_attached_is_kept before update or delete on upload
  for each row when (old.attached_at is not null and old.purpose <> 'avatar') execute function refuse_change();

alter table player add constraint player_avatar_id_fkey foreign key (avatar_id) references upload;

-- The identity papers by which a player proves name and age, and the reviewer's decision on them.
create table certification (
  id uuid primary key,
  player_id uuid not null references player,
  legal_name text not null,
  -- YYYY-MM-DD, as text: a birthday has no time zone, and database drivers would give a date one.
  born_on text not null,
  country text not null,
  document_kind text not null,
  -- Encrypted with a key derived from the pepper, which is not in the database.
  document_sealed bytea not null,
  -- Keyed hash of country, kind and number: finds equal documents without revealing any.
  document_hash bytea not null,
  photo_id uuid not null references upload,
  status text not null default 'waiting',
  -- The reviewer who holds the lease, and until when. A reviewer may give the case back; it then stays under review without one.
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
create index certification_by_decision on certification (decided_at) where decided_at is not null;
grant update (status, taken_by, taken_until, reason_code, reason_text, decided_by, decided_at)
  on certification to clearball_app;
create trigger certification_decided_is_final before update or delete on certification
  for each row when (old.status in ('passed', 'rejected')) execute function refuse_change();

-- Why a player's account is treated as staff: it belongs to an operator or to somebody close to one, and staff do not play. While a
-- link stands, the account cannot become normal again by way of another status.
create table staff_link (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  -- Both null where the link was found by the e-mail address.
  why text,
  linked_by uuid references operator,
  linked_at timestamptz not null,
  lifted_by uuid references operator,
  lifted_at timestamptz,
  constraint staff_link_is_said_by_somebody check ((why is null) = (linked_by is null)),
  constraint staff_link_lifted_by_somebody check ((lifted_by is null) = (lifted_at is null))
);
create unique index staff_link_standing on staff_link (player_id) where lifted_at is null;
grant update (lifted_by, lifted_at) on staff_link to clearball_app;
create trigger staff_link_stays_lifted before update or delete on staff_link
  for each row when (old.lifted_at is not null) execute function refuse_change();
create trigger staff_link_is_kept before delete on staff_link for each row execute function refuse_change();
