import { afterAll, beforeAll, expect, test } from 'vitest'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { changeSettings } from '../../testing/money.ts'
import type { Player } from '../../testing/person.ts'
import { publishSchedules } from '../draws/publish-schedule.ts'

/** Too early for the next day's schedule, which is published twelve hours before the day begins. */
const openedMs = Date.UTC(2026, 10, 2, 3, 0, 0)
const hourMs = 3_600_000

let house: DrawHouse
let player: Player
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  player = await house.player({ balance: '5000.00', certified: true })
})
afterAll(() => house.close())

async function stake(...stakes: string[]) {
  const period = await periodNow(player, 'k3_10m')
  const bets = stakes.map((each) => `k3.sum_big_small big ${each}`)
  return bet(player, period, { bets }).then(
    () => 'taken',
    ({ code, facts }: { code: string; facts: object }) => ({ code, ...facts }),
  )
}

/** The limits that the app sees: the minimum, and the maximum on a line that wins every other time. */
async function told() {
  const { minStake, maxStakes } = (await periodNow(player, 'k3_10m')).stakes
  return [minStake, maxStakes[0]!.maxStake]
}

test('a change of limits applies only to draws published after it', async () => {
  await changeSettings(house, { bet_min: '2.00', bet_max_third: '50.00', player_payout_max: '150.00' })
  house.clock.forward(2 * hourMs)
  await publishSchedules(house.app)
  await house.app.beacon.look()
  expect(await told()).toEqual([1_00n, 1_000_00n])
  expect(await stake('0.99')).toEqual({ code: 'stake_too_small', min: '1.00' })
  expect(await stake('1.00')).toBe('taken')
  expect(await stake('1000.00')).toBe('taken')

  house.clock.to(openedMs + 14 * hourMs)
  await house.app.beacon.look()
  expect(await told()).toEqual([2_00n, 50_00n])
  expect(await stake('1.99')).toEqual({ code: 'stake_too_small', min: '2.00' })
  expect(await stake('50.01')).toEqual({ code: 'stake_too_large', max: '50.00' })
  expect(await stake('50.00', '2.00')).toBe('taken')
  expect(await stake('50.00')).toEqual({ code: 'player_payout_too_large', max: '150.00' })
})
