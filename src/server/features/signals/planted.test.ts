import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signalRules } from '#core/signals/rules'
import { readAddressCountries } from '../../services/addresses/address-countries.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { type Tally, evaluateAll, tally } from '../../testing/signals/findings.ts'
import { plant, ranges, settleHonest } from '../../testing/signals/patterns.ts'
import { choices, openTown, settle } from '../../testing/signals/town.ts'

let house: House
let found: Tally[]
beforeAll(async () => {
  house = await openHouse({ hasMadeUpMoney: true })
  const choose = choices('a small town')
  const town = openTown(choose, house.clock.nowMs())
  settleHonest(town, choose, 120)
  const planted = plant(town, choose, 4)
  await settle(house, town)
  const file = join(house.app.config.dataFolder, 'ranges.txt')
  await writeFile(file, ranges.join('\n'))
  await evaluateAll(house.app, await readAddressCountries(file))
  found = await tally(house.app, planted)
})
afterAll(() => house.abandon())

test.each(signalRules)('%s finds every pattern that was planted for it', (rule) => {
  expect(found.find((each) => each.rule === rule)).toMatchObject({ planted: 4, found: 4 })
})

test('of 120 honest players few are asked about, and only by rules that say that it may be nothing', () => {
  const falseAlarms = Object.fromEntries(found.map((each) => [each.rule, each.falseAlarms]))
  expect(falseAlarms).toEqual({ wallet: 0, unplayed: 1, sides: 0, parts: 0, device: 0, country: 2 })
})

test('nothing of the rules failed', async () => {
  const failed = await house.app.db.query
    .selectFrom('signal_turn')
    .select('failure')
    .where('failure', 'is not', null)
    .execute()
  expect(failed).toEqual([])
})
