-- Refuses a grant of play money in a database for real money.
create or replace function refuse_grant() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if (select is_demo from house) is not true then
    raise exception 'grants are for demonstrations alone' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;
