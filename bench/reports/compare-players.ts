import { deepStrictEqual, ok } from 'node:assert/strict'
import type { Client } from 'pg'
import { reportCohorts, reportHours, reportPlayers } from '#contract/console/reports'
import type { Visitor } from '#server/testing/person'
import type { Range } from './direct.ts'
import { cohortsDirect, playersDirect } from './players-direct.ts'

const weekMs = 7 * 86_400_000
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** How many inviters a report names, beside those who came by an operator's code. */
const named = 100

/** Compares the reports by hour, by traits of players and by cohort with the sums of the bets. */
export async function comparePlayers(
  auditor: Visitor,
  owner: Client,
  { range, nowMs }: { range: Range; nowMs: number },
): Promise<void> {
  const direct = await playersDirect(owner, range)
  const { hours } = await auditor.call(reportHours, range)
  deepStrictEqual(
    hours.filter(({ draws }) => draws > 0),
    direct.hours,
  )
  const { countries, ages, inviters, otherInviters } = await auditor.call(reportPlayers, range)
  deepStrictEqual({ countries, ages }, { countries: direct.countries, ages: direct.ages })
  const listed = direct.inviters.slice(0, named + 1)
  const rest = direct.inviters.slice(named + 1)
  const byTurnover = (a: Record<string, unknown>, b: Record<string, unknown>) => Number(b.turnover) - Number(a.turnover)
  deepStrictEqual(
    inviters.map(({ inviter, ...sums }) => ({
      id: inviter?.id ?? null,
      account: inviter?.account ?? null,
      ...sums,
    })),
    listed.toSorted(byTurnover),
  )
  ok(otherInviters && rest.length > 0, 'there are inviters that are not named')
  const total = (of: string) => rest.reduce((sum, each) => sum + BigInt(each[of] as bigint | number), 0n)
  deepStrictEqual(
    [otherInviters.inviters, BigInt(otherInviters.bets), otherInviters.turnover, otherInviters.payouts],
    [rest.length, total('bets'), total('turnover'), total('payouts')],
  )
  await compareCohorts(auditor, owner, { range, nowMs })
}

async function compareCohorts(
  auditor: Visitor,
  owner: Client,
  { range, nowMs }: { range: Range; nowMs: number },
): Promise<void> {
  const { sizes, weeks, totals } = await cohortsDirect(owner)
  const { cohorts } = await auditor.call(reportCohorts, range)
  ok(cohorts.some(({ bets }) => bets > 0))
  for (const { week, players, after, ...sums } of cohorts) {
    deepStrictEqual(players, sizes.find((each) => each.week === week)?.players ?? 0)
    const none = { week, bets: 0, turnover: 0n, payouts: 0n, grossRevenue: 0n, hold: null }
    deepStrictEqual({ week, ...sums }, totals.find((each) => each.week === week) ?? none)
    for (const { weeks: count, players: still } of after) {
      const laterMs = Date.parse(week) + count * weekMs
      const found = weeks.find((each) => each.cohort === week && each.week === day(laterMs))?.players ?? 0
      deepStrictEqual(still, laterMs + weekMs > nowMs ? null : found)
    }
  }
}
