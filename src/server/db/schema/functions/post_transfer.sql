-- Makes a transfer: one statement for the app, one conditional update per player's account, in the order of account ids.
create or replace function post_transfer(transfer_id uuid, transfer_kind text, moment timestamptz, refs text[], changes bigint[])
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
revoke execute on function post_transfer from public;
grant execute on function post_transfer to clearball_app;
