-- Notes in the sums of players with limits what a draw paid them; of stakes given back, that they no longer count. `first` and `last` are
-- the range of bets that was paid. A shadow payment is none of the player's own play.
create or replace function note_returned(
  period integer, paid_as text, payee_ids bigint[], payments bigint[], first integer default 0, last integer default 0
) returns void
language plpgsql set search_path = public, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set jit = off as $$
#variable_conflict use_column
begin
  if paid_as = 'shadow' or not exists (select from play_draw where period_id = note_returned.period) then
    return;
  end if;
  if paid_as = 'refund' then
    perform add_to_play_sums(
        array_agg(bet.account_id), array_agg(bet.at), array_agg(-bet.stake * bet.line_count), array_agg(0::bigint))
      from betting join play_draw using (period_id)
      join bet on bet.account_id = play_draw.account_id and bet.draws_at = betting.draws_at and bet.period_id = betting.period_id
      where betting.period_id = note_returned.period and bet.seq between first and last
      having count(*) > 0;
  else
    perform add_to_play_sums(
        array_agg(account_id), array_agg(first_at), array_agg(0::bigint), array_agg(payment.amount))
      from unnest(payee_ids, payments) as payment (account_id, amount) join play_draw using (account_id)
      where play_draw.period_id = note_returned.period
      having count(*) > 0;
  end if;
end $$;
revoke execute on function note_returned from public;
