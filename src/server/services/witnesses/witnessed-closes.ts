import { sql } from 'kysely'
import { games } from '#core/games/catalogue'
import type { Policy } from '#core/fairness/tlog/policy'
import type { Queryable } from '../../world/members/database.ts'
import { areEnough } from './quorum.ts'
import { leadMs } from './seen-checkpoint.ts'

/** When the first draw closed that no witnessed checkpoint has in it. */
export async function firstUnwitnessedMs(db: Queryable): Promise<number | null> {
  const { rows } = await sql<{ at: Date }>`
    select at from log_record
    where type = 'close' and seq >= coalesce((select max(size) from witnessed_checkpoint), 0) order by seq limit 1`.execute(
    db,
  )
  return rows[0]?.at.getTime() ?? null
}

/** Whether a draw closed, or ended without a close, and no witnessed checkpoint shows it yet. */
export async function hasUnwitnessed(db: Queryable): Promise<boolean> {
  const { rows } = await sql`
    select from log_record
    where type in ('close', 'cancel', 'skip') and seq >= coalesce((select max(size) from witnessed_checkpoint), 0)
    order by seq limit 1`.execute(db)
  return rows.length > 0
}

type Asked = { readonly policy: Policy | null; readonly fromMs: number; readonly untilMs: number }

/**
 * How many draws of a time closed, and how many of them enough witnesses saw close in time. The database counts which witnesses
 * signed in time together, so that few rows have to be judged by the policy. The limit makes it look each record up: it would
 * rather read the whole log.
 */
export async function countCloses(db: Queryable, { policy, fromMs, untilMs }: Asked) {
  const { rows } = await sql<{ signed: string[]; draws: number }>`
    select signed, count(*)::integer as draws from (
      select array(
        select witness from log_cosignature where log_cosignature.size = seen.size
          and signed_at <= period.round_at - ${leadMs} * interval '1 millisecond' order by witness
      ) as signed
      from period cross join lateral (
        select seq from log_record where log_record.draw_id = period.draw_id and type = 'close' limit 1
      ) record
      cross join lateral (
        select coalesce(
          (select size from witnessed_checkpoint where size > seq order by size limit 1),
          (select size from log_cosignature where size > seq order by size limit 1)
        ) as size
      ) seen
      where game = any(${games.map(({ code }) => code)}) and draws_at > ${new Date(fromMs)} and draws_at <= ${new Date(untilMs)}
        and round_at <= ${new Date(untilMs)}
    ) closes group by signed`.execute(db)
  const sum = (counted: typeof rows) => counted.reduce((total, { draws }) => total + draws, 0)
  const witnessed = policy?.quorum ? sum(rows.filter(({ signed }) => areEnough(policy, signed))) : null
  return { closed: sum(rows), witnessed }
}
