import { expect, test } from 'vitest'
import { killRounds } from '../scripts/faults/kill-rounds.ts'

/** Two rounds here; `npm run faults` does thirty of each. */
test('C1, C2: kill -9 of the app and of PostgreSQL under load loses nothing acknowledged and doubles nothing', async () => {
  const { accepted, returnsMs, kills, lost, doubled, problems } = await killRounds(['app', 'postgres'], {
    rounds: 2,
    players: 2,
  })
  expect({ kills, lost, doubled, problems }).toEqual({ kills: 4, lost: 0, doubled: 0, problems: [] })
  expect(accepted).toBeGreaterThan(40)
  // Far above what it takes on a quiet machine; `npm run faults` requires five and ten seconds.
  for (const victim of ['app', 'postgres'] as const) expect(returnsMs[victim].at(-1)).toBeLessThan(30_000)
}, 180_000)
