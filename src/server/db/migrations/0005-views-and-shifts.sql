-- beside: yes
-- Saved views of the console's lists, notes between shifts, and cases handed to a colleague.

-- A list's filters, sorting and columns under a name, for everybody of a role.
create table saved_view (
  -- The idempotency key, made by the console.
  id uuid primary key,
  list text not null,
  role text not null,
  name text not null,
  -- What the console's address bar holds.
  query text not null,
  made_by uuid not null references operator,
  created_at timestamptz not null,
  constraint saved_view_has_a_short_name check (length(name) between 1 and 60)
);
create index saved_view_of_role on saved_view (list, role, created_at, id);
grant update (name), delete on saved_view to clearball_app;

-- What somebody left for the next shift of their role.
create table shift_note (
  -- The idempotency key, made by the console.
  id uuid primary key,
  role text not null,
  operator_id uuid not null references operator,
  text text not null,
  at timestamptz not null,
  constraint shift_note_says_something check (length(text) between 1 and 500)
);
create index shift_note_of_role on shift_note (role, at, id);
create trigger shift_note_is_append_only before update or delete on shift_note
  for each row execute function refuse_change();

-- Who has read which note; it is shown to them no more.
create table shift_note_read (
  note_id uuid not null references shift_note,
  operator_id uuid not null references operator,
  at timestamptz not null,
  primary key (note_id, operator_id)
);
create trigger shift_note_read_is_append_only before update or delete on shift_note_read
  for each row execute function refuse_change();

-- Cases that somebody handed to a colleague, with what they said about them.
create table hand_over (
  id bigint generated always as identity primary key,
  kind text not null,
  case_id uuid not null,
  handed_by uuid not null references operator,
  handed_to uuid not null references operator,
  note text,
  at timestamptz not null,
  constraint hand_over_kind_is_known check (kind in ('certification', 'deposit', 'withdrawal')),
  constraint hand_over_is_to_another check (handed_by <> handed_to)
);
create index hand_over_of_case on hand_over (case_id, id);
create trigger hand_over_is_append_only before update or delete on hand_over
  for each row execute function refuse_change();
