import { sql } from 'kysely'
import { stakesInPlay } from '#contract/play/bets'
import type { Output } from '#contract/endpoint'
import { storedCents } from '#core/money/cents'
import { handleRead } from '../../../services/calls/handle.ts'

type Shown = Output<typeof stakesInPlay>

/**
 * Bets on draws to come are found by their time; a cancelled one was paid back once it is settled. Of draws whose time has come only those
 * are looked at that are not settled yet, so that nobody's history is read. One that could not be closed in time is still scheduled.
 */
export const stakesInPlayHandler = handleRead(stakesInPlay, async ({ db, caller: { playerId }, nowMs }) => {
  const now = new Date(nowMs)
  const { rows } = await sql<{ stakes: bigint; last_game: Shown['lastGame'] }>`
    with mine as (
      select id from account where ref = ${`player:${playerId}:available`}
    ), unsettled as (
      select id, draws_at from period where status = 'scheduled' and closes_at <= ${now} and draws_at <= ${now}
      union all select id, draws_at from period where status = 'closed' and draws_at <= ${now}
      union all select id, draws_at from period where ended_at is not null and settled_at is null and draws_at <= ${now}
    ), staked as (
      select stake * line_count as amount from bet
      where account_id = (select id from mine) and draws_at > ${now}
        and (select settled_at from period where period.id = bet.period_id) is null
      union all select stake * line_count from unsettled join bet on bet.period_id = unsettled.id and bet.draws_at = unsettled.draws_at
      where account_id = (select id from mine)
      union all select balance from account where ref = ${`player:${playerId}:repeat_order`}
    )
    select coalesce(sum(amount), 0)::bigint as stakes, (
      select game from period where id = (
        select period_id from bet where account_id = (select id from mine) order by draws_at desc, seq desc limit 1
      )
    ) as last_game from staked`.execute(db)
  const [{ stakes, last_game: lastGame }] = rows as [(typeof rows)[number]]
  return { stakes: storedCents(stakes), lastGame }
})
