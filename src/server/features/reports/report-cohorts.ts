import { sql } from 'kysely'
import { cohortWeeks, reportCohorts } from '#contract/console/reports'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { readRange } from './day-range.ts'
import { type Sums, shownSums } from './sums.ts'
import { dayText, mondayMs, weekMs } from './weeks.ts'

export const reportCohortsHandler = handleSnapshot(reportCohorts, async ({ input, db, nowMs }) => {
  const { since, before } = readRange(input)
  const firstMs = mondayMs(since.getTime())
  const endMs = mondayMs(before.getTime() - 1) + weekMs
  const sizes = await sizesOf(db, { firstMs, endMs })
  const played = await playedBy(db, { firstMs, endMs })
  const cohorts = []
  for (let weekStartMs = firstMs; weekStartMs < Math.min(endMs, nowMs); weekStartMs += weekMs) {
    const week = dayText(weekStartMs)
    const weeks = played.filter(({ cohort }) => cohort === week)
    cohorts.push({
      week,
      players: sizes.get(week) ?? 0,
      after: cohortWeeks.map((count) => {
        const laterMs = weekStartMs + count * weekMs
        const later = weeks.find((each) => each.week === dayText(laterMs))
        return { weeks: count, players: laterMs + weekMs > nowMs ? null : (later?.players ?? 0) }
      }),
      ...shownSums(added(weeks)),
    })
  }
  return { cohorts }
})

type Weeks = { readonly firstMs: number; readonly endMs: number }

async function sizesOf(db: Queryable, { firstMs, endMs }: Weeks): Promise<Map<string, number>> {
  // Weeks of 168 hours from a Monday on, which are UTC's; calling a function for each row took longer than all the rest.
  const { rows } = await sql<{ week: Date; players: number }>`
    select date_bin('7 days', at, ${new Date(firstMs)}) as week, count(*)::integer as players from first_top_up
    where at >= ${new Date(firstMs)} and at < ${new Date(endMs)} group by 1`.execute(db)
  return new Map(rows.map(({ week, players }) => [dayText(week.getTime()), players]))
}

type Played = Sums & { cohort: string; week: string; players: number }

async function playedBy(db: Queryable, { firstMs, endMs }: Weeks): Promise<Played[]> {
  const { rows } = await sql<Played>`
    select cohort, week, players, bets, stakes, paid from cohort_week
    where cohort >= ${dayText(firstMs)} and cohort < ${dayText(endMs)}`.execute(db)
  return rows
}

function added(all: readonly Sums[]): Sums {
  return all.reduce(
    (sum, each) => ({ bets: sum.bets + each.bets, stakes: sum.stakes + each.stakes, paid: sum.paid + each.paid }),
    { bets: 0n, stakes: 0n, paid: 0n },
  )
}
