import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { passDeposit, takeDeposit } from '#contract/console/deposits'
import { viewPlayer } from '#contract/console/players'
import { takeWithdrawal } from '#contract/console/withdrawals'
import { requestDeposit } from '#contract/money/deposits'
import { requestWithdrawal } from '#contract/money/withdrawals'
import { showRealityCheck } from '#contract/people/protection'
import { cancelRepeatOrder, placeRepeatOrder } from '#contract/play/bets'
import { listPlayLimits, setPlayLimit } from '#contract/play/limits'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { dayMs, depositForm, money, paymentPassword, publishAddress, withdrawer } from '../../testing/money.ts'
import type { Visitor } from '../../testing/person.ts'

let house: DrawHouse
let finance: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  finance = await house.operator('finance')
  await publishAddress(finance, await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

test('limits, reality check, console and review count the same bets as staked, and no cancelled repeat order', async () => {
  const an = await withdrawer(house, '1.00')
  const { id } = await an.call(requestDeposit, await depositForm(an), randomUUID())
  await finance.call(takeDeposit, { id })
  await finance.call(passDeposit, { id, received: money('50.00') })
  const { drawId, rules } = await periodNow(an, 'k3_5m')
  await bet(an, { drawId, rules }, { bets: ['k3.sum_big_small big 3.00'] })
  const slip = { drawId, rules, bets: [chosen('k3.sum_big_small big 9.00')], periods: 5, stopsOnWin: false }
  const { id: repeatOrderId } = await an.call(placeRepeatOrder, slip, randomUUID())
  await an.call(cancelRepeatOrder, { id: repeatOrderId })

  const withdrawal = { walletId: an.walletId, amount: money('48.00'), paymentPassword }
  const { id: withdrawalId } = await an.call(requestWithdrawal, withdrawal, randomUUID())
  const review = await finance.call(takeWithdrawal, { id: withdrawalId })
  expect(review).toMatchObject({ staked: money('3.00'), flags: expect.arrayContaining(['little_play']) })
  const { items } = await an.call(listPlayLimits, {})
  const limit = items.find(({ kind, span }) => kind === 'stake' && span === 'day')!
  const { staked: told } = await an.call(showRealityCheck, {})
  const { staked: shown } = await (await house.operator('support')).call(viewPlayer, { id: an.id })
  expect([limit.used, told, shown]).toEqual([money('3.00'), money('3.00'), money('3.00')])
})

test('a payout counts together with its stake: a late payout on an old stake does not raise what may still be lost', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  await an.call(setPlayLimit, { kind: 'loss', span: 'day', amount: money('10.00') })
  const limit = async () =>
    (await an.call(listPlayLimits, {})).items.find(({ kind, span }) => kind === 'loss' && span === 'day')!
  const period = await periodNow(an, 'k3_5m')
  await bet(an, period, { bets: ['k3.sum_big_small big 5.00', 'k3.sum_big_small small 5.00'] })
  const stakedMs = house.clock.nowMs()
  await house.liveUntil(period.closesAt)
  house.beacon.isReachable = false
  house.clock.to(period.drawsAt + 20 * 60_000)
  await house.tick()
  house.beacon.isReachable = true
  house.clock.forward(15_000)
  await house.tick()
  const wonMs = house.clock.nowMs()
  expect((await limit()).used).toBeLessThan(10_00n)
  house.clock.to(stakedMs + dayMs + 60_000)
  expect(house.clock.nowMs() - wonMs).toBeLessThan(dayMs)
  expect(await limit()).toMatchObject({ used: 0n, left: money('10.00') })
})
