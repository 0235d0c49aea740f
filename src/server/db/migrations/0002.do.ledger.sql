-- Every cent: accounts whose balances are cached, and the entries that prove them.

create table account (
  ref text primary key,
  balance bigint not null default 0,
  may_go_negative boolean not null,
  constraint account_never_overdrawn check (may_go_negative or balance >= 0)
);
grant update (balance) on account to clearball_app;

create table transfer (
  id uuid primary key,
  kind text not null,
  at timestamptz not null
);

create table entry (
  id bigint generated always as identity primary key,
  transfer_id uuid not null references transfer,
  account_ref text not null references account,
  amount bigint not null,
  balance_after bigint not null,
  constraint entry_moves_something check (amount <> 0)
);
create index entry_by_account on entry (account_ref, id);
create index entry_by_transfer on entry (transfer_id);

create trigger transfer_is_append_only before update or delete on transfer for each row execute function refuse_change();
create trigger entry_is_append_only before update or delete on entry for each row execute function refuse_change();

-- Checked at commit, when all entries of a transfer are there. The code balances them; this refuses code that does not.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if (select sum(amount) from entry where transfer_id = new.transfer_id) <> 0 then
    raise exception 'transfer % is not balanced', new.transfer_id using errcode = 'check_violation';
  end if;
  return null;
end $$;

create constraint trigger transfer_is_balanced after insert on entry
  deferrable initially deferred for each row execute function refuse_unbalanced();
