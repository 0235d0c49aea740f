import type { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { administrator } from '../../testing/administrator.ts'
import { payDueRebates } from '../bets/rebates/pay-rebates.ts'
import { rollUpDuePeriods } from '../reports/roll-up.ts'
import { drawDuePeriods, patientFetcher, shadowVoidPeriods } from './draw-period.ts'

const openedMs = Date.UTC(2026, 10, 2, 6, 0, 1)
const minuteMs = 60_000

let house: DrawHouse
let superuser: Client
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  superuser = await administrator(house)
  // No role of the product can write what follows; a failing disk can.
  await superuser.query('set session_replication_role = replica')
})
afterAll(async () => {
  await superuser.end()
  await house.close()
})

test('a draw that cannot be added to the day’s figures does not block other draws', async () => {
  const an = await house.player({ balance: '50.00', certified: true })
  const [spoilt, sound] = [await periodNow(an, 'k3_5m'), await periodNow(an, 'ssc_5m')]
  await bet(an, spoilt, { bets: ['k3.sum_big_small big 2.00'] })
  await bet(an, sound, { bets: ['ssc.sum_big_small big 2.00'] })
  await house.liveUntil(openedMs + 6 * minuteMs)
  await payDueRebates(house.app)
  const games = async () => (await superuser.query<{ game: string }>('select game from game_day')).rows
  const write = (play: string) =>
    superuser.query('update bet set play = $2 where period_id = (select id from period where draw_id = $1)', [
      spoilt.drawId,
      play,
    ])
  await write('k3.unknown')
  await expect(rollUpDuePeriods(house.app)).rejects.toThrow()
  expect(await games()).toEqual([{ game: 'ssc_5m' }])
  await write('k3.sum_big_small')
  expect(await rollUpDuePeriods(house.app)).toBe(1)
  expect(await rollUpDuePeriods(house.app)).toBe(0)
  expect(await games()).toHaveLength(2)
})

test('a void draw whose shadow numbers cannot be published does not block other void draws', async () => {
  const rounds = patientFetcher(house.app)
  house.beacon.isReachable = false
  await house.liveUntil(openedMs + 12 * minuteMs)
  house.clock.forward(7 * 24 * 60 * minuteMs)
  await drawDuePeriods(house.app, rounds)
  house.clock.forward(6 * 60 * minuteMs)
  await drawDuePeriods(house.app, rounds)
  const untold = async () => {
    const { rows } = await superuser.query<{ id: number; game: string }>(
      `select id, game from period where void_reason = 'beacon-unavailable' and shadow_outcome is null order by round_at, id`,
    )
    return rows
  }
  const [spoilt, ...others] = await untold()
  expect(others.length).toBeGreaterThan(0)
  const write = (game: string) => superuser.query('update period set game = $2 where id = $1', [spoilt!.id, game])
  await write('unknown')
  house.beacon.isReachable = true
  house.clock.forward(minuteMs)
  await expect(shadowVoidPeriods(house.app, rounds)).rejects.toThrow()
  expect(await untold()).toEqual([{ id: spoilt!.id, game: 'unknown' }])
  await write(spoilt!.game)
  await shadowVoidPeriods(house.app, rounds)
  expect(await untold()).toEqual([])
})
