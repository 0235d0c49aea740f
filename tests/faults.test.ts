import { expect, test } from 'vitest'
import { killRounds } from '../scripts/faults/kill-rounds.ts'

/** Three rounds here; `npm run faults` does thirty. */
test.each(['spender', 'postgres'] as const)(
  'kill -9 of the %s under load loses nothing acknowledged and doubles nothing',
  async (victim) => {
    const { acknowledged, slowestReturnMs, ...found } = await killRounds(victim, 3)
    expect(found).toEqual({ kills: 3, lost: 0, doubled: 0, problems: [] })
    expect(acknowledged).toBeGreaterThan(60)
    expect(slowestReturnMs).toBeLessThan(10_000)
  },
  120_000,
)
