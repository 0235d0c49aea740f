-- An inviter exists before the player they invite and never changes, so a chain of inviters cannot be a circle.
create or replace function keep_inviter() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'the inviter of a player never changes' using errcode = 'insufficient_privilege';
  elsif not exists (select from player where id = new.invited_by) then
    raise exception 'the inviter of a player comes first' using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
