-- The ledger for heavy use: no shared row on a hot path, entries in monthly parts, sealed into a chain of hashes.

create temporary table old_account on commit drop as select * from account;
create temporary table old_transfer on commit drop as select * from transfer;
create temporary table old_entry on commit drop as select * from entry;
drop table entry, transfer, account;
drop function refuse_unbalanced;

-- Only a player's accounts carry a balance, because only they must not go below zero. What the house and the world hold
-- is summed from entries: a balance row of theirs would make every transfer wait for every other.
create table account (
  id bigint generated always as identity primary key,
  ref text not null,
  balance bigint,
  constraint account_ref_is_unique unique (ref),
  constraint account_balance_is_kept_for_players check ((balance is not null) = (ref like 'player:%')),
  constraint account_never_overdrawn check (balance >= 0)
) with (fillfactor = 80);

create table transfer (
  number bigint generated always as identity primary key,
  id uuid not null,
  kind text not null,
  at timestamptz not null,
  constraint transfer_id_is_unique unique (id)
);

-- No foreign keys: each would lock a row per entry, the house's account among them. One function writes here, and the
-- audit asks for entries without an account or a transfer.
create sequence entry_id;
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
-- Takes what no month was made for, so that a late job delays no transfer.
create table entry_default partition of entry default;

create trigger transfer_is_append_only before update or delete on transfer for each row execute function refuse_change();
create trigger entry_is_append_only before update or delete on entry for each row execute function refuse_change();
create trigger transfer_is_not_emptied before truncate on transfer execute function refuse_change();
create trigger entry_is_not_emptied before truncate on entry execute function refuse_change();

-- Once per statement over the rows it brought, not once per row: a transfer arrives whole or not at all, so there is no
-- moment, not even inside a transaction, at which one is out of balance.
create function refuse_unbalanced() returns trigger language plpgsql as $$
begin
  if exists (select from arrived group by transfer_number having sum(amount) <> 0) then
    raise exception 'the entries of a transfer are not balanced' using errcode = 'check_violation';
  end if;
  return null;
end $$;
create trigger transfer_is_balanced after insert on entry
  referencing new table as arrived for each statement execute function refuse_unbalanced();

-- Each block of entries with the hash of all before it. The last one's upto_id is also how far the rollups count.
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
create trigger seal_is_append_only before update or delete on seal for each row execute function refuse_change();
create trigger seal_is_not_emptied before truncate on seal execute function refuse_change();

-- What a summed account held at the last seal.
create table rollup (
  account_id bigint primary key,
  balance bigint not null
);

-- While one is open, no transfer is made.
create table alarm (
  id bigint generated always as identity primary key,
  what text not null,
  raised_at timestamptz not null,
  cleared_at timestamptz
);
create index alarm_open on alarm (id) where cleared_at is null;
create trigger alarm_is_kept before delete on alarm for each row execute function refuse_change();
grant update (cleared_at) on alarm to clearball_app;

-- The app reads the books and makes transfers through the functions below; it cannot write a line by itself.
revoke insert on account, transfer, entry, entry_default, seal, rollup from clearball_app;

-- Makes the monthly parts of a table from the month of `since` on. Attaching waits for no writer. A month that the default
-- part already has rows of stays there.
create function make_partitions(of_table regclass, since timestamptz, months integer) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  starts timestamp;
  part text;
  is_late boolean;
  made integer := 0;
  divided_by constant name := (
    select attname from pg_partitioned_table join pg_attribute on attrelid = partrelid and attnum = partattrs[0]
    where partrelid = of_table);
begin
  for month in 0..months loop
    starts := date_trunc('month', since at time zone 'UTC') + make_interval(months => month);
    part := of_table::text || to_char(starts, '_YYYY_MM');
    execute format('select exists (select from %I where %I >= $1 and %2$I < $2)', of_table::text || '_default', divided_by)
      into is_late using starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC';
    continue when is_late or to_regclass(part) is not null;
    execute format('create table %I (like %s including defaults including constraints)', part, of_table);
    execute format('revoke insert on %I from clearball_app', part);
    execute format('alter table %s attach partition %I for values from (%L) to (%L)', of_table, part,
      starts at time zone 'UTC', (starts + interval '1 month') at time zone 'UTC');
    made := made + 1;
  end loop;
  return made;
end $$;

-- Makes a transfer: one statement for the app, one conditional update per player's account, in the order of account ids.
create function post_transfer(transfer_id uuid, transfer_kind text, moment timestamptz, refs text[], changes bigint[])
returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  made bigint;
  leg record;
  ids bigint[] := '{}';
  amounts bigint[] := '{}';
  afters bigint[] := '{}';
  after_it bigint;
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no transfer is made while an alarm is open' using errcode = 'CB002';
  end if;
  insert into account (ref, balance)
    select given, case when given like 'player:%' then 0 end from unnest(refs) given
    where not exists (select from account where ref = given) order by given
    on conflict do nothing;
  insert into transfer (id, kind, at) values (transfer_id, transfer_kind, moment) returning number into made;
  for leg in
    select account.id, change, balance is not null as is_kept
    from unnest(refs, changes) as given (ref, change) join account using (ref) order by account.id
  loop
    after_it := null;
    if leg.is_kept then
      update account set balance = balance + leg.change where id = leg.id and balance + leg.change >= 0
        returning balance into after_it;
      if not found then
        raise exception 'account % holds too little', leg.id using errcode = 'CB001';
      end if;
    end if;
    ids := ids || leg.id;
    amounts := amounts || leg.change;
    afters := afters || after_it;
  end loop;
  insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
    select moment, made, one.id, one.amount, one.after_it - one.amount, one.after_it
    from unnest(ids, amounts, afters) as one (id, amount, after_it);
end $$;

-- What a block says, line by line, from all three tables: whoever changes one of them changes the hash.
create function entries_hash(former bytea, after_it bigint, upto bigint) returns bytea
language sql stable set search_path = public, pg_temp set datestyle = 'ISO, YMD' as $$
  select sha256(former || convert_to(after_it || ' to ' || upto || E'\n' || coalesce(string_agg(
    concat_ws('|', entry.id, entry.at at time zone 'UTC', transfer.number, transfer.id, kind, transfer.at at time zone 'UTC',
      account_id, ref, amount, coalesce(balance_before::text, '-'), coalesce(balance_after::text, '-')),
    E'\n' order by entry.id), ''), 'UTF8'))
  from entry
  left join transfer on transfer.number = transfer_number
  left join account on account.id = account_id
  where entry.id > after_it and entry.id <= upto
$$;

-- Seals up to 50,000 entries after the last seal. `horizon` is a number the sequence had given out, `since` a transaction
-- begun after that was seen: once all earlier transactions are over, no entry up to the horizon can still appear.
create function seal_entries(horizon bigint, since xid8, moment timestamptz) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  former seal;
  upto bigint;
  sealed bigint;
begin
  if pg_snapshot_xmin(pg_current_snapshot()) < since then
    return null;
  end if;
  -- Waits for another sealer; the statements after it see what that one did.
  perform pg_advisory_xact_lock(7261010);
  select * into former from seal order by number desc limit 1;
  former.number := coalesce(former.number, 0);
  former.upto_id := coalesce(former.upto_id, 0);
  former.hash := coalesce(former.hash, sha256('clearball ledger'));
  select max(id), count(*) into upto, sealed from
    (select id from entry where id > former.upto_id and id <= horizon order by id limit 50000) block;
  if sealed = 0 then
    return 0;
  end if;
  insert into seal (number, after_id, upto_id, entries, former_hash, hash, at) values (
    former.number + 1, former.upto_id, upto, sealed, former.hash,
    entries_hash(former.hash, former.upto_id, upto), moment);
  insert into rollup (account_id, balance)
    select account_id, sum(amount) from entry
    where id > former.upto_id and id <= upto and balance_after is null group by account_id order by account_id
    on conflict (account_id) do update set balance = rollup.balance + excluded.balance;
  return sealed;
end $$;

-- Functions can be run by everybody unless that is taken away.
revoke execute on function make_partitions, post_transfer, seal_entries from public;
grant execute on function make_partitions, post_transfer, seal_entries to clearball_app;
grant select on sequence entry_id to clearball_app;

select make_partitions('entry', now(), 3);

insert into account (ref, balance) select ref, case when ref like 'player:%' then balance end from old_account order by ref;
insert into transfer (id, kind, at) select id, kind, at from old_transfer order by at;
insert into entry (at, transfer_number, account_id, amount, balance_before, balance_after)
  select transfer.at, transfer.number, account.id, amount,
    case when account.balance is not null then balance_after - amount end,
    case when account.balance is not null then balance_after end
  from old_entry join transfer on transfer.id = transfer_id join account on account.ref = account_ref order by old_entry.id;
