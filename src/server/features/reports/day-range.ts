import { Refusal } from '../../world/refusal.ts'

const dayMs = 24 * 3_600_000

/** The longest range of a report. */
const daysMost = 366

/** The instants that delimit the days; refuses a range that is reversed or too long. */
export function readRange({ from, until }: { from: string; until: string }): { since: Date; before: Date } {
  const since = new Date(`${from}T00:00:00Z`)
  const before = new Date(Date.parse(`${until}T00:00:00Z`) + dayMs)
  if (before <= since) throw new Refusal('request_malformed', { field: 'until' })
  if (before.getTime() - since.getTime() > daysMost * dayMs) throw new Refusal('range_too_long')
  return { since, before }
}

/** The days of a range by month, as bits: the first of a month is 1, the second 2, the third 4. */
export function daysByMonth({ from, until }: { from: string; until: string }): { month: string; days: number }[] {
  const months = new Map<string, number>()
  for (let atMs = Date.parse(`${from}T00:00:00Z`); atMs <= Date.parse(`${until}T00:00:00Z`); atMs += dayMs) {
    const at = new Date(atMs)
    const month = at.toISOString().slice(0, 7)
    months.set(month, (months.get(month) ?? 0) | (1 << (at.getUTCDate() - 1)))
  }
  return [...months].map(([month, days]) => ({ month, days }))
}
