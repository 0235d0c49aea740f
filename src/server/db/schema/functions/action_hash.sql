-- The hash that chains an operator's action to those before it. It is the same in every session, whatever its settings.
create or replace function action_hash(former bytea, action operator_action) returns bytea
language sql stable set search_path = public, pg_temp as $$
  select sha256(former || convert_to(jsonb_build_array(
    action.id, action.operator_id, action.capability, action.subject, action.reason, action.before, action.after,
    to_char(action.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'))::text, 'UTF8'))
$$;
