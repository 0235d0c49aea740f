import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/refusals'
import { liftGameStop, listGameStops, proposeCancel, stopGame } from '#contract/console/games'
import { approveProposal } from '#contract/console/settings'
import { listActions } from '#contract/console/desk'
import { listBets, listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import { currentDraws } from '#contract/play/draws'
import { drawStatistics, listDraws } from '#contract/play/past-draws'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'
import { listen } from '../../testing/servers/listen.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import { payDueRebates } from '../bets/rebates/pay-rebates.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'

let house: DrawHouse
let an: Player
let risk: Visitor
let admin: Visitor
beforeAll(async () => {
  house = await openDrawHouse()
  an = await house.player({ balance: '500.00', certified: true })
  risk = await house.operator('risk')
  admin = await house.operator('admin')
})
afterEach(() => house.audit())
afterAll(() => house.close())

const reason = 'numbers on the screen were wrong'
const big = ['k3.sum_big_small big 1.00']

async function stopIn(game: 'k3_5m' | 'speed_racing') {
  const { items } = await house.visitor().call(currentDraws, {})
  return items.find((each) => each.game === game)!.gameStop
}

describe('K8: a game', () => {
  test('takes no bets from the moment it is stopped, gives the reason, and takes bets again when the stop is lifted', async () => {
    const [period, other] = [await periodNow(an, 'k3_5m'), await periodNow(an, 'speed_racing')]
    const client = await listen(house.visitor())
    const before = await an.balance()
    const since = house.clock.nowMs()
    const { id } = await risk.call(stopGame, { game: 'k3_5m', why: 'incident', reason })
    await expect(bet(an, period, { bets: big })).rejects.toMatchObject({
      code: 'game_stopped',
      facts: { why: 'incident' },
    })
    // An operator's decision is not a server failure, so it must not count as an error.
    expect(refusals.game_stopped.status).toBeLessThan(500)
    const slip = { drawId: period.drawId, rules: period.rules, bets: big.map(chosen), periods: 2, stopsOnWin: false }
    await expect(an.call(placeRepeatOrder, slip, randomUUID())).rejects.toMatchObject({ code: 'game_stopped' })
    expect(await an.balance()).toBe(before)
    expect(await stopIn('k3_5m')).toEqual({ why: 'incident', since })
    expect(await stopIn('speed_racing')).toBeNull()
    await bet(an, other, { bets: ['pk10.position_number@1 1 1.00'] })
    await expect(risk.call(stopGame, { game: 'k3_5m', why: 'authority', reason })).rejects.toMatchObject({
      code: 'game_stopped',
    })
    await client.hears('games.changed')
    client.close()

    await admin.call(liftGameStop, { id, reason })
    await bet(an, period, { bets: big })
    await expect(admin.call(liftGameStop, { id, reason })).rejects.toMatchObject({ code: 'stop_unknown' })
    const { items } = await (await house.operator('auditor')).call(listGameStops, {})
    expect(items).toMatchObject([{ game: 'k3_5m', why: 'incident', stoppedBy: 'risk', liftedBy: 'admin' }])
    const log = await admin.call(listActions, { subject: 'game:k3_5m' })
    expect(log.items.map((item) => [item.capability, item.reason])).toEqual([
      ['games.stop', reason],
      ['games.stop', reason],
    ])
  })

  test('can be stopped with all other games at once, while draws continue', async () => {
    const period = await periodNow(an, 'speed_racing')
    await bet(an, period, { bets: ['pk10.position_number@1 1 1.00'] })
    const { id } = await admin.call(stopGame, { game: null, why: 'maintenance', reason })
    for (const game of ['k3_5m', 'speed_racing'] as const)
      expect(await stopIn(game)).toMatchObject({ why: 'maintenance' })
    await expect(bet(an, period, { bets: ['pk10.position_number@1 2 1.00'] })).rejects.toMatchObject({
      code: 'game_stopped',
    })
    await house.liveUntil(period.drawsAt + 5_000)
    const [last] = (await an.call(listBets, { game: 'speed_racing', state: 'completed' })).items
    expect(last).toMatchObject({ drawId: period.drawId })
    await admin.call(liftGameStop, { id, reason })
  })
})

describe('a draw is cancelled', () => {
  const cancel = (drawId: string) => risk.call(proposeCancel, { drawId, why: 'incident', reason })

  test('by two people before it closes: every stake comes back, repeat orders go on, and the log says so', async () => {
    const player = await house.player({ balance: '100.00', certified: true })
    const period = await periodNow(player, 'speed_racing')
    await bet(player, period, { bets: ['pk10.position_number@1 1 10.00'] })
    const { rules, drawId } = period
    const bets = [chosen('pk10.position_number@2 1 5.00')]
    await player.call(placeRepeatOrder, { drawId, rules, bets, periods: 2, stopsOnWin: false }, randomUUID())
    await runRepeatOrders(house.app)
    expect(await player.balance()).toBe('80.00')

    const { proposalId } = await cancel(drawId)
    await expect(cancel(drawId)).rejects.toMatchObject({ code: 'already_proposed' })
    await expect(risk.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'same_person' })
    await admin.call(approveProposal, { id: proposalId })
    await expect(bet(player, period, { bets: ['pk10.position_number@1 1 10.00'] })).rejects.toMatchObject({
      code: 'betting_closed',
    })
    await house.tick()
    expect(await player.balance()).toBe('95.00')
    const { items } = await player.call(listBets, {})
    expect(items.map(({ outcome, state, payout, stake }) => [outcome, state, payout - stake])).toEqual([
      ['void', 'completed', 0n],
      ['void', 'completed', 0n],
    ])

    await house.liveUntil(period.drawsAt + 5_000)
    await runRepeatOrders(house.app)
    expect((await player.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'running', placed: 2 })
    const [drawn] = (await house.visitor().call(listDraws, { game: 'speed_racing' })).items
    expect(drawn).toMatchObject({ drawId, status: 'cancelled', outcome: null, voidReason: null })
    const { items: games } = await house.visitor().call(currentDraws, {})
    expect(drawn).toEqual({ ...games.find(({ game }) => game === 'speed_racing')!.last, notHeld: 0 })
    const { items: figures } = await house.visitor().call(drawStatistics, {})
    expect(figures.find(({ game }) => game === 'speed_racing')).toMatchObject({ cancelled: 1, voidRate: 0 })
    const [verdict] = await verifyDraws(house.playerUrl, [drawId], house.clock.nowMs())
    expect(failedSteps([verdict!])).toEqual([])
  })

  test('never after it closed, whenever that was proposed; an unknown draw is refused', async () => {
    const period = await periodNow(an, 'speed_racing')
    const { proposalId } = await cancel(period.drawId)
    await house.liveUntil(period.closesAt)
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'betting_closed' })
    await expect(cancel(period.drawId)).rejects.toMatchObject({ code: 'betting_closed' })
    await expect(cancel('k3_5m:20200101:0001')).rejects.toMatchObject({ code: 'draw_unknown' })
    await house.liveUntil(period.drawsAt + 5_000)
    const [drawn] = (await house.visitor().call(listDraws, { game: 'speed_racing' })).items
    expect(drawn).toMatchObject({ drawId: period.drawId, status: 'drawn' })
  })

  test('not at its closing time either, even if the ticker has not closed it yet', async () => {
    const period = await periodNow(an, 'speed_racing')
    const { proposalId } = await cancel(period.drawId)
    house.clock.to(period.closesAt)
    await expect(admin.call(approveProposal, { id: proposalId })).rejects.toMatchObject({ code: 'betting_closed' })
    await house.tick()
  })
})

describe('figures', () => {
  test('include turnover, payouts and rebates of a draw once, and a bet shows its rebate', async () => {
    const player = await house.player({ balance: '500.00', certified: true })
    await house.liveUntil((await periodNow(player, 'speed_racing')).drawsAt + 1_000)
    const figures = async () => {
      const { items } = await house.visitor().call(drawStatistics, {})
      return items.find(({ game }) => game === 'speed_racing')!
    }
    await payDueRebates(house.app)
    const before = await figures()
    const period = await periodNow(player, 'speed_racing')
    const from = house.clock.nowMs()
    await bet(player, period, { bets: ['pk10.position_number@1 1 90.00', 'pk10.position_number@2 1 30.00'] })
    await house.liveUntil(period.drawsAt + 5_000)
    await payDueRebates(house.app)
    await payDueRebates(house.app)
    const { items } = await player.call(listBets, { from, until: house.clock.nowMs() })
    expect(items.map(({ stake, rebate }) => [stake, rebate])).toEqual([
      [30_00n, 6n],
      [90_00n, 18n],
    ])
    expect((await player.call(listBets, { until: from })).items).toEqual([])
    expect((await player.call(listBets, { from: from + 1 })).items).toEqual([])
    const after = await figures()
    const paid = items.reduce((sum, { payout }) => sum + payout, 0n)
    expect([after.turnover - before.turnover, after.paid - before.paid]).toEqual([120_00n, paid])
    expect(after.returns!.theory).toBeCloseTo(0.98, 2)
    expect(after.returns!.actual).toBeCloseTo(Number(after.paid) / Number(after.turnover), 3)
  })
})
