-- The ledger: every cent that moved, from which account to which. The app can read these tables; it can write to them only through
-- the database functions.

-- The accounts. Only players' accounts store a balance, because only they must not go below zero. The balances of the house and of
-- the outside world are summed from entries: if they were stored, every transfer would wait for the lock of the same row.
create table account (
  id bigint generated always as identity primary key,
  ref text not null,
  balance bigint,
  constraint account_ref_is_unique unique (ref),
  constraint account_balance_is_kept_for_players check ((balance is not null) = (ref like 'player:%')),
  constraint account_never_overdrawn check (balance >= 0)
) with (fillfactor = 80);
revoke insert on account from clearball_app;

-- One event that moved money; its entries add up to zero.
create table transfer (
  number bigint generated always as identity primary key,
  id uuid not null,
  kind text not null,
  at timestamptz not null,
  -- The draw that a payout, a refund or a rebate is for.
  period_id integer,
  constraint transfer_id_is_unique unique (id)
);
revoke insert on transfer from clearball_app;
create trigger transfer_is_append_only before update or delete on transfer for each row execute function refuse_change();
create trigger transfer_is_not_emptied before truncate on transfer execute function refuse_change();
create trigger transfer_grants_in_demonstrations before insert on transfer
  for each row when (new.kind = 'demo_grant') execute function refuse_grant();

-- A sequence of its own, because sealing reads from it how far entries are numbered.
create sequence entry_id;
grant select on sequence entry_id to clearball_app;

-- What one transfer did to one account. There are no foreign keys: they would lock rows for every entry, the house's account among
-- them. Only the functions write here, and the audit looks for entries without an account or a transfer.
create table entry (
  id bigint not null default nextval('entry_id'),
  at timestamptz not null,
  transfer_number bigint not null,
  account_id bigint not null,
  amount bigint not null,
  balance_before bigint,
  balance_after bigint,
  primary key (id, at),
  constraint entry_moves_something check (amount <> 0),
  constraint entry_adds_up check (balance_after = balance_before + amount),
  constraint entry_has_both_balances_or_none check ((balance_before is null) = (balance_after is null))
) partition by range (at);
create index entry_by_account on entry (account_id, id);
-- Holds the rows of months without a partition, so that transfers go on when the job that makes partitions is late.
create table entry_default partition of entry default;
revoke insert on entry, entry_default from clearball_app;
create trigger entry_is_append_only before update or delete on entry for each row execute function refuse_change();
create trigger entry_is_not_emptied before truncate on entry execute function refuse_change();
create trigger transfer_is_balanced after insert on entry
  referencing new table as arrived for each statement execute function refuse_unbalanced();
select make_partitions('entry', now(), 3);

-- Blocks of entries in a hash chain, by which a changed entry is found. Rollups include the entries up to the last `upto_id`.
create table seal (
  number bigint primary key,
  after_id bigint not null,
  upto_id bigint not null,
  entries bigint not null,
  former_hash bytea not null,
  hash bytea not null,
  at timestamptz not null,
  constraint seal_follows_the_former unique (after_id),
  constraint seal_covers_something check (upto_id > after_id)
);
revoke insert on seal from clearball_app;
create trigger seal_is_append_only before update or delete on seal for each row execute function refuse_change();
create trigger seal_is_not_emptied before truncate on seal execute function refuse_change();

-- The balance at the last seal of an account that stores none, so that no query has to sum all its entries.
create table rollup (
  account_id bigint primary key,
  balance bigint not null
);
revoke insert on rollup from clearball_app;
