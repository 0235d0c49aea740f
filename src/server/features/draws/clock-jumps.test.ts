import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { money } from '../../testing/money.ts'
import type { Player } from '../../testing/person.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
const secondMs = 1_000

let house: DrawHouse
let an: Player
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  an = await house.player({ balance: '50.00', certified: true })
})
afterAll(() => house.close())

const logged = () =>
  house.app.db.query.selectFrom('log_record').select(['seq', 'type', 'draw_id', 'at']).orderBy('seq').execute()

const jumps = [10, 600, 7_200, 31_536_000].flatMap((seconds) => [seconds, -seconds])

test.each(jumps)('K7: a clock set by %i s stops bets at once and draws until it is right again', async (seconds) => {
  const { beacon } = house.app
  // Two periods of the race for each attempt: the first closes and draws while the clock is wrong, the second after.
  const turn = jumps.indexOf(seconds)
  const startMs = openedMs + turn * 150 * secondMs
  const recordsOf = (records: Awaited<ReturnType<typeof logged>>, number: number) =>
    records
      .filter(({ draw_id }) => draw_id === `speed_racing:20261102:0${number + 2 * turn}`)
      .map(({ type, at }) => `${type} ${(at.getTime() - startMs) / secondMs}`)
  await house.liveUntil(startMs + 40 * secondMs)
  expect(beacon.stop()).toBeNull()
  const before = await logged()

  house.clock.set(seconds * secondMs)
  // At once, before the beacon is looked at again.
  expect(beacon.stop()).toBe('clock')
  for (let passed = 0; passed < 40; passed++) {
    house.clock.forward(secondMs)
    await house.tick()
    expect(beacon.stop()).toBe('clock')
  }
  expect(await logged()).toEqual(before)

  house.clock.set(-seconds * secondMs)
  await house.tick()
  expect(beacon.stop()).toBeNull()
  await house.liveUntil(startMs + 150 * secondMs)
  const after = (await logged()).slice(before.length)
  expect(recordsOf(after, 577)).toEqual(['skip 80'])
  expect(recordsOf(after, 578)).toEqual(['close 135', 'result 150', 'settle 150'])
})

test.each([-1, 1])(
  'K7: bets are accepted with a clock off by five seconds, in direction %i, and refused at ten',
  async (way) => {
    // Early in a period, so that it is open with either clock.
    await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt + 20 * secondMs)
    const [period, slip] = [await periodNow(an, 'speed_racing'), { bets: ['pk10.position_number@1 1 1.00'] }]
    house.clock.set(way * 5 * secondMs)
    await bet(an, period, slip)
    house.clock.set(-way * 5 * secondMs)
    await house.app.beacon.look()
    house.clock.set(way * 10 * secondMs)
    await expect(bet(an, period, slip)).rejects.toMatchObject({ code: 'betting_stopped', facts: { stop: 'clock' } })
    house.clock.set(-way * 10 * secondMs)
    await house.app.beacon.look()
    await bet(an, period, slip)
  },
)

test('K7: a repeat order waits while the clock is wrong, and bets once it is right again', async () => {
  await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt + 20 * secondMs)
  const { drawId, rules } = await periodNow(an, 'speed_racing')
  const bets = [chosen('pk10.position_number@1 1 1.00')]
  await an.call(placeRepeatOrder, { drawId, rules, bets, periods: 10, stopsOnWin: false }, randomUUID())
  const held = async () => (await an.call(listRepeatOrders, {})).items.map((each) => each.held)
  house.clock.set(7_200 * secondMs)
  for (let run = 0; run < 10; run++) await runRepeatOrders(house.app)
  house.clock.set(-7_200 * secondMs)
  await house.app.beacon.look()
  expect(await held()).toEqual([money('10.00')])
  await runRepeatOrders(house.app)
  expect(await held()).toEqual([money('9.00')])
})

test('no bet is accepted on a round that the beacon has published, whatever the clock says', async () => {
  const { round, round_at } = await house.app.db.query
    .selectFrom('period')
    .select(['round', 'round_at'])
    .where('draw_id', '=', 'speed_racing:20261102:0600')
    .executeTakeFirstOrThrow()
  // Five seconds behind: too little for the clock guard, but the beacon still closes the round.
  house.clock.set(-5 * secondMs)
  house.clock.to(round_at.getTime() - 7 * secondMs)
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.fences(round)]).toEqual([null, false])
  house.clock.to(round_at.getTime() - 6 * secondMs)
  await house.app.beacon.look()
  expect([house.app.beacon.stop(), house.app.beacon.fences(round)]).toEqual([null, true])
  house.clock.set(5 * secondMs)
})

test('K7: a drift of more than a second raises an alarm', async () => {
  // The watch also runs by itself, so one drift may be reported more than once.
  const alarms = () => {
    const told = house.logged.filter((line) => line.includes('the clock drifts'))
    return new Set(told.map((line) => (JSON.parse(line) as { driftMs: number }).driftMs)).size
  }
  await house.app.beacon.look()
  const before = alarms()
  house.clock.set(-4_500)
  await house.app.beacon.look()
  house.clock.set(4_500 + 4_500)
  await house.app.beacon.look()
  expect(alarms() - before).toBe(2)
  expect(house.app.beacon.stop()).toBeNull()
  house.clock.set(-4_500)
  await house.app.beacon.look()
  expect(alarms() - before).toBe(2)
})
