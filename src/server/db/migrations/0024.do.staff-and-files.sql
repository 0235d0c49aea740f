-- Staff do not play, and while files of the release are altered the books stand still.

-- By the address a player of the same one is known to be staff. Operators from before have none until it is written down.
alter table operator add column email text;
create index operator_by_email on operator (lower(email));
alter table operator_invitation add column email text;

-- One more way an account may stand. Placing bets refuses whatever is not normal, so it knows this one already.
alter table player
  drop constraint player_status_is_known,
  add constraint player_status_is_known check (
    status in ('normal', 'abnormal', 'frozen', 'restricted', 'staff', 'closed')
  );

-- Why an account is held to be an operator's, or of somebody close to one. As long as one stands, the account does not become
-- normal by way of another status.
create table staff_link (
  id bigint generated always as identity primary key,
  player_id uuid not null references player,
  -- Both null where the address told it.
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

-- Who raised an alarm: only that watch can find that its reason is gone.
alter table alarm add column source text not null default 'ledger';
