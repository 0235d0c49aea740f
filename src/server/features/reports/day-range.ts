import { Refusal } from '../../refusal.ts'

const dayMs = 24 * 3_600_000

/** As long as anybody compares at once. */
const daysMost = 366

/** The instants between which the days lie; refused where they lie the wrong way round or too far apart. */
export function readRange({ from, until }: { from: string; until: string }): { since: Date; before: Date } {
  const since = new Date(`${from}T00:00:00Z`)
  const before = new Date(Date.parse(`${until}T00:00:00Z`) + dayMs)
  if (before <= since) throw new Refusal('request_malformed', { field: 'until' })
  if (before.getTime() - since.getTime() > daysMost * dayMs) throw new Refusal('range_too_long')
  return { since, before }
}
