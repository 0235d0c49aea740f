-- Pays one range of a period's bets. `winnings` is an array of `{"play", "selection", "won"}`: the winning selections and how many
-- lines of each won; 0 means that the stake is given back. Lock order: players' accounts by id, as everywhere.
create or replace function settle_bets(
  period integer, settled_as text, first integer, last integer, moment timestamptz, transfer_id uuid, winnings jsonb
) returns settlement
language plpgsql security definer set search_path = public, pg_temp set plan_cache_mode = force_custom_plan set jit = off as $$
#variable_conflict use_column
declare
  piece settlement;
  payee_ids bigint[];
  payments bigint[];
  of_period betting;
  house bigint;
  players uuid[];
begin
  if exists (select from alarm where cleared_at is null) then
    raise exception 'no bet is paid while an alarm is open' using errcode = 'CB002';
  end if;
  -- Ranges follow each other without a gap, whatever their sizes. The caller has locked the period's row, so no other node is paying.
  if first <> coalesce((
    select max(last_seq) + 1 from settlement where period_id = settle_bets.period and kind = settled_as), 0) then
    raise exception 'bets are paid in their order, each once' using errcode = 'unique_violation';
  end if;
  select * into of_period from betting where period_id = settle_bets.period;
  insert into account (ref) values ('house:result') on conflict do nothing;
  select id into house from account where ref = 'house:result';
  piece.period_id := settle_bets.period;
  piece.kind := settled_as;
  piece.first_seq := first;
  piece.last_seq := last;
  piece.at := moment;
  -- All stakes are summed first, then the payments of winners only: most bets win nothing, and grouping by player is the slow part.
  select coalesce(sum(stake * line_count), 0) into piece.stakes from bet
    where period_id = settle_bets.period and draws_at = of_period.draws_at and seq between first and last;
  select coalesce(sum(payment), 0), coalesce(sum(bets), 0),
      coalesce(array_agg(account_id order by account_id), '{}'), coalesce(array_agg(payment order by account_id), '{}')
    into piece.paid, piece.winners, payee_ids, payments
  from (
    select account_id, sum(payment)::bigint as payment, count(*) as bets
    from (
      select account_id, case settled_as
        when 'refund' then stake * line_count
        when 'shadow' then stake * odds / 100 * winning.won - stake * line_count
        else case when winning.won > 0 then stake * odds / 100 * winning.won else stake * line_count end
        end as payment
      from bet left join jsonb_to_recordset(winnings) as winning (play text, selection text, won integer)
        using (play, selection)
      where period_id = settle_bets.period and draws_at = of_period.draws_at and seq between first and last
        and (settled_as = 'refund' or winning.won is not null)) paid_bet
    where payment > 0 group by account_id) payee;
  insert into settlement values (piece.*);
  if piece.stakes = 0 or (settled_as = 'shadow' and piece.paid = 0) then
    return piece;
  end if;
  -- A void draw's stakes were given back before, so the house alone pays what the shadow result wins.
  players := pay_accounts(
    transfer_id, settled_as, moment, settle_bets.period, payee_ids, payments, array[of_period.account_id, house],
    case when settled_as = 'shadow' then array[0, -piece.paid] else array[-piece.stakes, piece.stakes - piece.paid] end);
  perform note_returned(settle_bets.period, settled_as, payee_ids, payments, first, last);
  perform tell_players('balance.changed', '{}', players, moment);
  return piece;
end $$;
revoke execute on function settle_bets from public;
grant execute on function settle_bets to clearball_app;
