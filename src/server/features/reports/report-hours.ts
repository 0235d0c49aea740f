import { sql } from 'kysely'
import { reportHours } from '#contract/console/reports'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { readRange } from './day-range.ts'
import { type Sums, shownSums } from './sums.ts'

export const reportHoursHandler = handleSnapshot(reportHours, async ({ input, db }) => {
  readRange(input)
  const { rows } = await sql<Sums & { hour: number; draws: number }>`
    select each.hour, coalesce(sum(draws), 0)::integer as draws, coalesce(sum(bets), 0)::bigint as bets,
      coalesce(sum(stakes), 0)::bigint as stakes, coalesce(sum(paid), 0)::bigint as paid
    from generate_series(0, 23) as each (hour)
    left join game_hour on game_hour.hour = each.hour and day between ${input.from} and ${input.until}
    group by each.hour order by each.hour`.execute(db)
  return { hours: rows.map(({ hour, draws, ...sums }) => ({ hour, draws, ...shownSums(sums) })) }
})
