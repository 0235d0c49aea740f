import { sql } from 'kysely'
import { formatCents, storedCents } from '#core/money/cents'
import type { Finding, Rule } from './rule.ts'

type Row = {
  readonly id: string
  readonly player_id: string
  readonly at: Date
  readonly deposited: bigint
  readonly asked: bigint
  readonly staked: bigint
}

/** Whoever placed more bets than this in the window has played; the rest is not added up. */
const betsMost = 5_000

const dayMs = 24 * 3_600_000

/**
 * Money that comes in and is asked out again with hardly any play between. It looks at withdrawals, each with what was paid in, asked
 * for and staked in the window before it; at least half of what came in must be on its way out.
 */
export const unplayedRule: Rule = {
  withdrawals: async ({ db, settings }, ids) => {
    const { above, shareBps, windowMs } = settings.signals.unplayed
    const window = sql`${windowMs} * interval '1 millisecond'`
    const { rows } = await sql<Row>`
      with paid as materialized (
        select w.id, w.player_id, w.created_at as at, deposited, asked
        from withdrawal w
        cross join lateral (
          select coalesce(sum(received), 0)::bigint as deposited from deposit
          where player_id = w.player_id and created_at > w.created_at - ${window} and created_at <= w.created_at
            and status = 'passed' and decided_at <= w.created_at) as money_in
        cross join lateral (
          select sum(amount)::bigint as asked from withdrawal as other
          where player_id = w.player_id and created_at > w.created_at - ${window} and created_at <= w.created_at
            and status <> 'rejected') as money_out
        where w.id = any (${ids}::uuid[]) and w.status <> 'rejected' and deposited >= ${above} and asked * 2 >= deposited)
      select paid.*, staked from paid cross join lateral (
        select coalesce(sum(total), 0)::bigint as staked from (
          select stake * line_count as total from bet
          where account_id = (select account.id from account where ref = 'player:' || paid.player_id || ':available')
            and draws_at > paid.at - ${window} and bet.at > paid.at - ${window} and bet.at <= paid.at
          limit ${betsMost}) own_bet) as play
      where staked * 10000 < deposited * ${shareBps}`.execute(db)
    return rows.map(({ id, player_id, at, deposited, asked, staked }): Finding => ({
      fact: id,
      playerIds: [player_id],
      facts: {
        deposited: formatCents(storedCents(deposited)),
        asked: formatCents(storedCents(asked)),
        staked: formatCents(storedCents(staked)),
        days: String(windowMs / dayMs),
      },
      at,
    }))
  },
}
