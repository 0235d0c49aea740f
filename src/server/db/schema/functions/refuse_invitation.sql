-- Refuses an invitation that two operators did not agree to, unless it is the owner's while there are not yet two of them.
create or replace function refuse_invitation() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if current_user::regrole <> (select relowner::regrole from pg_class where oid = tg_relid)
    or (select count(*) from operator) >= 2 then
    raise exception 'an invitation needs two operators' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
