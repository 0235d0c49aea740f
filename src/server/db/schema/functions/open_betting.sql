-- Prepares a period for bets; called once per node and period.
create or replace function open_betting(period integer) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into account (ref) select 'period:' || draw_id || ':stakes' from public.period where id = open_betting.period
    on conflict do nothing;
  insert into betting (period_id, account_id, draws_at)
    select public.period.id, account.id, draws_at from public.period join account on ref = 'period:' || draw_id || ':stakes'
    where public.period.id = open_betting.period
    on conflict do nothing;
  return (select account_id from betting where period_id = open_betting.period);
end $$;
revoke execute on function open_betting from public;
grant execute on function open_betting to clearball_app;
