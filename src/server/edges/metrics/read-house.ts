import { sql } from 'kysely'
import { games } from '#core/games/catalogue'
import { formatDay } from '#core/periods/civil-date'
import { periodAt } from '#core/periods/schedule'
import { daysDue } from '../../features/draws/publish-schedule.ts'
import { triesMost } from '../../services/outbox/take-due.ts'
import type { App } from '../../world/app.ts'

/** The most rows that are counted of anything: who has more than these in arrears knows enough. */
export const countMost = 1_000
/** Delays are the worst among the draws of this long. */
export const recentMinutes = 10

export const steps = ['publish', 'close', 'draw', 'settle', 'rebate'] as const
type Step = (typeof steps)[number]

export type HouseRow = {
  readonly [Each in `${Step}_waiting` | `${Exclude<Step, 'publish'>}_${'oldest' | 'lag'}`]: number
} & {
  readonly ahead: number | null
  readonly unsettled_bets: number
  readonly mail_waiting: number
  readonly mail_oldest: number
  readonly push_waiting: number
  readonly push_oldest: number
  readonly witnesses: { witness: string; delay_ms: number | null; failures: number }[]
}

/** Days of games that have not begun; whatever is missing of today can no longer be published. */
function daysToCome(nowMs: number) {
  return daysDue(nowMs).filter(({ game, day }) => day > periodAt(game, nowMs).day)
}

/** One read-only statement with a time limit; what it counts is bounded. */
export async function readHouse(app: App): Promise<HouseRow> {
  const nowMs = app.clock.nowMs()
  const due = daysToCome(nowMs)
  const now = sql`${new Date(nowMs)}::timestamptz`
  const waits = (rows: ReturnType<typeof sql>) => sql`
    select count(*)::integer as waiting, coalesce(extract(epoch from ${now} - min(since)), 0)::float8 as oldest
    from (${rows} limit ${countMost}) due`
  const late = (step: ReturnType<typeof sql>) => sql`coalesce(greatest(0, extract(epoch from max(${step}))), 0)::float8`
  const codes = games.map(({ code }) => code)
  return app.db.query
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = '2s'`.execute(tx)
      const { rows } = await sql<HouseRow>`
        select
          (select count(*)::integer from unnest(${due.map(({ game }) => game)}::text[], ${due.map(({ day }) => formatDay(day))}::text[]) as d (game, day)
            where not exists (select from period where period.game = d.game and period.day = d.day)) as publish_waiting,
          to_close.waiting as close_waiting, to_close.oldest as close_oldest,
          to_draw.waiting as draw_waiting, to_draw.oldest as draw_oldest,
          to_settle.waiting as settle_waiting, to_settle.oldest as settle_oldest,
          to_rebate.waiting as rebate_waiting, to_rebate.oldest as rebate_oldest,
          mails.waiting as mail_waiting, mails.oldest as mail_oldest,
          pushes.waiting as push_waiting, pushes.oldest as push_oldest,
          recent.close_lag, recent.draw_lag, recent.settle_lag, recent.rebate_lag,
          (select coalesce(sum(bets), 0)::float8 from (
            select bets from period where ended_at is not null and settled_at is null order by ended_at limit ${countMost}) unsettled) as unsettled_bets,
          (select extract(epoch from min(last) - ${now})::float8 from (
            select (select max(draws_at) from period where period.game = code) as last from unnest(${codes}::text[]) code) published) as ahead,
          (select coalesce(json_agg(state), '[]') from (
            select witness, delay_ms, failures from witness_state order by witness limit 100) state) as witnesses
        from
          (${waits(sql`select closes_at as since from period where status = 'scheduled' and closes_at <= ${now} order by closes_at`)}) to_close,
          (${waits(sql`select round_at as since from period where status = 'closed' and round_at <= ${now} order by round_at`)}) to_draw,
          (${waits(sql`select ended_at as since from period where ended_at is not null and settled_at is null order by ended_at`)}) to_settle,
          (${waits(sql`select settled_at as since from betting join period on period.id = period_id
            where rebated_at is null and betting.bets > 0 and status = 'drawn' and settled_at is not null order by period_id`)}) to_rebate,
          (${waits(sql`select due_at as since from mail
            where ${app.mail !== null} and sent_at is null and tries < ${sql.lit(triesMost)} and due_at <= ${now} order by due_at`)}) mails,
          (${waits(sql`select due_at as since from push_message
            where ${app.config.push !== null} and expires_at > ${now} and tries < ${triesMost} and due_at <= ${now} order by due_at`)}) pushes,
          (select ${late(sql`closed_at - closes_at`)} as close_lag,
              ${late(sql`case when status = 'drawn' then ended_at - round_at end`)} as draw_lag,
              ${late(sql`settled_at - ended_at`)} as settle_lag, ${late(sql`rebated_at - settled_at`)} as rebate_lag
            from period left join betting on period_id = period.id
            where game = any(${codes}::text[]) and period.draws_at <= ${now}
              and period.draws_at > ${now} - ${recentMinutes} * interval '1 minute') recent`.execute(tx)
      return rows[0]!
    })
}
