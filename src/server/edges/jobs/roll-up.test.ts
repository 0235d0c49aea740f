import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rollUpDuePeriods } from '../../features/reports/roll-up.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { writeRandomBets } from '../../testing/reports/random-bets.ts'
import { startRollUp } from './operations.ts'

const fromMs = Date.UTC(2026, 9, 26)

let house: House
let owner: Client
beforeAll(async () => {
  house = await openHouse({ atMs: fromMs + 7 * 24 * 3_600_000, hasMadeUpMoney: true })
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
  await writeRandomBets(house, 'two sums', { fromMs, days: 2, players: 3, draws: 4 })
})
afterAll(async () => {
  await owner.end()
  await house.abandon()
})

test('figures by players are added up also while those of days and games cannot be', async () => {
  // All draws are in the figures of days and games but one, which cannot be added.
  while ((await rollUpDuePeriods(house.app)) > 0);
  await owner.query('update betting set rolled_up_at = null where period_id = (select max(period_id) from betting)')
  await owner.query('alter function roll_up_periods rename to gone')
  const job = startRollUp(house.app)
  const rows = async (table: string) => (await owner.query(`select from ${table}`)).rowCount
  await vi.waitFor(async () => expect(await rows('game_hour')).toBeGreaterThan(0), { timeout: 15_000, interval: 50 })
  await job.stop()
  expect(house.logged.join('')).toContain('roll_up_periods')
})
