import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { me } from '#contract/people/me'
import { answerRealityCheck, beginExclusion, setRealityCheck, showRealityCheck } from '#contract/people/protection'
import { summariseStatement } from '#contract/money/statement'
import { placeRepeatOrder } from '#contract/play/bets'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { money } from '../../testing/money.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const minuteMs = 60_000

test('F7: stakes and wins are what the books say of that time, repeat orders included, and nothing else', async () => {
  const player = await house.player({ balance: '500.00', certified: true })
  const period = await periodNow(player, 'speed_racing')
  await bet(player, period, { bets: ['pk10.position_number@1 1 7.00'] })
  house.clock.forward(1_000)
  const an = house.visitor()
  await an.signIn(player.account, player.password)
  expect(await an.call(showRealityCheck, {})).toMatchObject({ staked: 0n, won: 0n, net: 0n })
  const { available: before } = await an.call(summariseStatement, {})
  // Both sides, so that one of them wins.
  await bet(an, period, { bets: ['pk10.position_odd_even@1 odd 10.00', 'pk10.position_odd_even@1 even 10.00'] })
  const slip = { drawId: period.drawId, rules: period.rules, bets: [chosen('pk10.position_number@2 1 2.00')] }
  await an.call(placeRepeatOrder, { ...slip, periods: 3, stopsOnWin: false }, randomUUID())
  await runRepeatOrders(house.app)
  expect(await an.call(showRealityCheck, {})).toMatchObject({ staked: money('22.00'), won: 0n, net: 0n - 22_00n })
  await house.liveUntil(period.drawsAt + 5_000)
  const { staked, won, net } = await an.call(showRealityCheck, {})
  const { available, held, repeatOrders } = await an.call(summariseStatement, {})
  expect(staked).toBe(money('22.00'))
  expect(won).toBeGreaterThan(0n)
  expect(net).toBe(won - staked)
  expect(net).toBe(available + held + repeatOrders - before)
})

test('F7: there is no reminder until the player chooses an interval; then it is due one interval after the choice and after each answer', async () => {
  const an = await house.player()
  expect(await an.call(showRealityCheck, {})).toMatchObject({ minutes: null, dueInMs: null, playedMs: 0 })
  house.clock.forward(20 * minuteMs)
  await an.call(setRealityCheck, { minutes: 15 })
  const due = async () => (await an.call(me, {})).realityCheckInMs
  expect(await due()).toBe(15 * minuteMs)
  house.clock.forward(15 * minuteMs - 1)
  expect(await due()).toBe(1)
  // An unanswered reminder stays due, even after the page is reloaded.
  house.clock.forward(5 * minuteMs)
  expect(await due()).toBe(0)
  expect(await an.call(showRealityCheck, {})).toMatchObject({ minutes: 15, dueInMs: 0, playedMs: 40 * minuteMs - 1 })
  await an.call(answerRealityCheck, {})
  expect(await due()).toBe(15 * minuteMs)
  const response = await an.fetch('/api/v1/reality-check', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{"minutes":1}',
  })
  expect(await response.json()).toMatchObject({ code: 'kind_unknown' })
  await an.call(setRealityCheck, { minutes: null })
  expect(await due()).toBeNull()
})

test('F7: the time played is this session’s and restarts after a long pause; the interval belongs to the account', async () => {
  const an = await house.player()
  await an.call(setRealityCheck, { minutes: 60 })
  for (let passed = 0; passed < 58; passed += 29) {
    house.clock.forward(29 * minuteMs)
    await an.call(me, {})
  }
  expect(await an.call(showRealityCheck, {})).toMatchObject({ playedMs: 58 * minuteMs, dueInMs: 2 * minuteMs })
  const phone = house.visitor()
  await phone.signIn(an.account, an.password)
  expect(await phone.call(showRealityCheck, {})).toMatchObject({ minutes: 60, playedMs: 0, dueInMs: 60 * minuteMs })
  house.clock.forward(31 * minuteMs)
  expect(await an.call(showRealityCheck, {})).toMatchObject({ playedMs: 0, dueInMs: 60 * minuteMs })
})

test('a player who may not play gets no reminder', async () => {
  const an = await house.player()
  await an.call(setRealityCheck, { minutes: 15 })
  await an.call(beginExclusion, { span: 'day' })
  expect((await an.call(me, {})).realityCheckInMs).toBeNull()
})
