import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { liftGameStop, stopGame } from '#contract/console/games'
import { cancelRepeatOrder, listBets, listRepeatOrders, placeRepeatOrder, stakesInPlay } from '#contract/play/bets'
import { transaction } from '../../../db/database.ts'
import { balanceOf } from '../../../services/ledger/balances.ts'
import { chosen, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { intrude } from '../../../testing/ledger.ts'
import type { Player } from '../../../testing/person.ts'
import { claimNext } from './claim.ts'
import { place, runRepeatOrders } from './run-repeat-orders.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const held = (player: Player) => balanceOf(house.app.db.query, `player:${player.id}:repeat_order`)

async function repeatOrder(
  player: Player,
  { bets, periods, stopsOnWin }: { bets: string[]; periods: number; stopsOnWin: boolean },
) {
  await house.liveUntil((await periodNow(player, 'speed_racing')).drawsAt)
  const { drawId, rules } = await periodNow(player, 'speed_racing')
  return player.call(placeRepeatOrder, { drawId, rules, bets: bets.map(chosen), periods, stopsOnWin }, randomUUID())
}

/** Lets the current period end, and runs the job of repeat orders before and after. */
async function onePeriod(player: Player) {
  await runRepeatOrders(house.app)
  const { drawsAt } = await periodNow(player, 'speed_racing')
  await house.liveUntil(drawsAt + 5_000)
  await Promise.all([runRepeatOrders(house.app), runRepeatOrders(house.app)])
}

const both = ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00']

test('the whole stake is held at once, each period is bet on once, and nothing is held in the end', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const { held: total } = await repeatOrder(an, {
    bets: ['pk10.position_number@1 1 2.00'],
    periods: 3,
    stopsOnWin: false,
  })
  expect(total).toBe(6_00n)
  expect([await an.balance(), await held(an)]).toEqual(['14.00', 6_00n])
  for (let period = 0; period < 4; period++) await onePeriod(an)
  const { items } = await an.call(listBets, {})
  expect(items).toHaveLength(3)
  expect(new Set(items.map(({ drawId }) => drawId)).size).toBe(3)
  const [one] = (await an.call(listRepeatOrders, {})).items
  expect(one).toMatchObject({ status: 'done', placed: 3, held: 0n })
  expect(await held(an)).toBe(0n)
})

test('a win ends a repeat order that stops on a win, and frees the rest', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  await repeatOrder(an, { bets: both, periods: 5, stopsOnWin: true })
  await onePeriod(an)
  await onePeriod(an)
  const [one] = (await an.call(listRepeatOrders, {})).items
  expect(one).toMatchObject({ status: 'won', placed: 1, held: 0n })
  expect(await held(an)).toBe(0n)
})

test('of two that stop on a win and bet on opposite sides, one ends with the draw and the other goes on', async () => {
  const [an, binh] = [
    await house.player({ balance: '20.00', certified: true }),
    await house.player({ balance: '20.00', certified: true }),
  ]
  await repeatOrder(an, { bets: ['pk10.position_odd_even@1 odd 1.00'], periods: 3, stopsOnWin: true })
  const { drawId, rules } = await periodNow(an, 'speed_racing')
  const even = [chosen('pk10.position_odd_even@1 even 1.00')]
  await binh.call(placeRepeatOrder, { drawId, rules, bets: even, periods: 3, stopsOnWin: true }, randomUUID())
  await onePeriod(an)
  for (const player of [an, binh]) {
    const [order] = (await player.call(listRepeatOrders, {})).items
    const { items } = await player.call(listBets, {})
    const { payout } = items.find((each) => each.drawId === drawId)!
    expect(order!.status).toBe(payout > 0n ? 'won' : 'running')
    if (order!.status === 'running') await player.call(cancelRepeatOrder, { id: order!.id })
  }
})

test('they are listed in pages, the newest first', async () => {
  const an = await house.player({ balance: '200.00', certified: true })
  const { drawId, rules } = await periodNow(an, 'ssc_10m')
  const bets = [chosen('ssc.sum_odd_even odd 1.00')]
  const ids: string[] = []
  for (let each = 0; each < 55; each++) {
    house.clock.forward(each % 2)
    const form = { drawId, rules, bets, periods: 2, stopsOnWin: false }
    ids.unshift((await an.call(placeRepeatOrder, form, randomUUID())).id)
  }
  const first = await an.call(listRepeatOrders, {})
  const rest = await an.call(listRepeatOrders, { after: first.next! })
  const listed = [...first.items, ...rest.items]
  expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const times = listed.map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(rest.next).toBe(null)
  for (const id of ids) await an.call(cancelRepeatOrder, { id })
  expect(await an.balance()).toBe('200.00')
})

test('none begins while its game is stopped, and none counts as failed while money is stopped', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const risk = await house.operator('risk')
  const wanted = { bets: ['pk10.position_number@1 1 2.00'], periods: 3, stopsOnWin: false }
  const stop = await risk.call(stopGame, { game: 'speed_racing', why: 'incident', reason: 'wrong numbers shown' })
  await expect(repeatOrder(an, wanted)).rejects.toMatchObject({ code: 'game_stopped', facts: { why: 'incident' } })
  await risk.call(liftGameStop, { id: stop.id, reason: 'they are right again' })
  const { id } = await repeatOrder(an, wanted)
  const at = new Date(house.clock.nowMs())
  // Of a source that no check ends.
  const alarm = { source: 'test', what: 'money is stopped', raised_at: at }
  await house.app.db.query.insertInto('alarm').values(alarm).execute()
  await runRepeatOrders(house.app)
  await house.app.db.query.updateTable('alarm').set({ cleared_at: at }).where('source', '=', 'test').execute()
  const row = () =>
    house.app.db.query
      .selectFrom('repeat_order')
      .select(['failures', 'problem', 'placed'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await row()).toEqual({ failures: 0, problem: null, placed: 0 })
  await an.call(cancelRepeatOrder, { id })
})

test('one whose odds have changed is over, and all its money is freed', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const { id } = await repeatOrder(an, { bets: ['pk10.position_number@1 1 2.00'], periods: 3, stopsOnWin: false })
  await intrude(house, (tx) => sql`update repeat_order set rules_hash = 'former' where id = ${id}`.execute(tx))
  await runRepeatOrders(house.app)
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'stopped', placed: 0, held: 0n })
  expect([await an.balance(), await held(an)]).toEqual(['20.00', 0n])
})

test('cancelling frees the money held for later draws, keeps placed bets, and is refused the second time', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const binh = await house.player()
  const { id } = await repeatOrder(an, { bets: ['pk10.position_number@1 1 2.00'], periods: 5, stopsOnWin: false })
  await runRepeatOrders(house.app)
  await expect(binh.call(cancelRepeatOrder, { id })).rejects.toMatchObject({ code: 'repeat_order_unknown' })
  expect(await an.call(cancelRepeatOrder, { id })).toEqual({ freed: 8_00n })
  expect([await an.balance(), await held(an)]).toEqual(['18.00', 0n])
  await expect(an.call(cancelRepeatOrder, { id })).rejects.toMatchObject({ code: 'repeat_order_over' })
  await runRepeatOrders(house.app)
  expect((await an.call(listBets, {})).items).toHaveLength(1)
})

/** Each step is a transaction of its own; a node can be killed after the claim, or after the bet, which ends the claim with it. */
test.each([
  ['it has claimed a draw', 0],
  ['it has bet on it', 1],
] as const)('killed when %s, a repeat order bets once', async (_, placed) => {
  const an = await house.player({ balance: '20.00', certified: true })
  const { id } = await repeatOrder(an, { bets: ['pk10.position_number@1 1 2.00'], periods: 2, stopsOnWin: false })
  const claim = await transaction(house.app.db, house.app.random, (tx) => claimNext(house.app, tx, id))
  if (placed > 0) expect(await place(house.app, claim!)).toBe('accepted')
  // No other node gets what is claimed until the claim expires.
  await runRepeatOrders(house.app)
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ placed, held: placed === 0 ? 4_00n : 2_00n })
  house.clock.forward(10_000)
  for (let again = 0; again < 2; again++) await runRepeatOrders(house.app)
  expect((await an.call(listBets, {})).items).toHaveLength(1)
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ placed: 1, held: 2_00n })
})

test('killed when its bet was refused and before the claim is ended, a repeat order ends once and frees all its money', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const { id } = await repeatOrder(an, { bets: ['pk10.position_number@1 1 2.00'], periods: 2, stopsOnWin: false })
  const claim = await transaction(house.app.db, house.app.random, (tx) => claimNext(house.app, tx, id))
  await house.app.db.query.updateTable('player').set({ status: 'restricted' }).where('id', '=', an.id).execute()
  expect(await place(house.app, claim!)).toBe('excluded')
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'running', held: 4_00n })
  house.clock.forward(10_000)
  for (let again = 0; again < 2; again++) await runRepeatOrders(house.app)
  expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'stopped', placed: 0, held: 0n })
  expect([await an.balance(), await held(an)]).toEqual(['20.00', 0n])
})

test('a repeat order above the balance, by a player who is not certified, or on a closed draw is refused and holds nothing', async () => {
  const an = await house.player({ balance: '5.00', certified: true })
  const bets = ['pk10.position_number@1 1 2.00']
  await expect(repeatOrder(an, { bets, periods: 3, stopsOnWin: false })).rejects.toMatchObject({
    code: 'insufficient_balance',
  })
  const binh = await house.player({ balance: '50.00' })
  await expect(repeatOrder(binh, { bets, periods: 3, stopsOnWin: false })).rejects.toMatchObject({
    code: 'certification_required',
  })
  const { drawId, rules, closesAt } = await periodNow(an, 'speed_racing')
  await house.liveUntil(closesAt)
  const late = { drawId, rules, bets: bets.map(chosen), periods: 2, stopsOnWin: false }
  await expect(an.call(placeRepeatOrder, late, randomUUID())).rejects.toMatchObject({ code: 'betting_closed' })
  expect([await an.balance(), await held(an)]).toEqual(['5.00', 0n])
})

test('a repeat order stops when its player may no longer bet, and all its money is freed', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  await repeatOrder(an, { bets: ['pk10.position_number@1 1 2.00'], periods: 3, stopsOnWin: false })
  await house.app.db.query.updateTable('player').set({ status: 'frozen' }).where('id', '=', an.id).execute()
  await runRepeatOrders(house.app)
  expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(20_00n)
  expect(await held(an)).toBe(0n)
})

test('in play is what is staked on draws to come or not settled, and what repeat orders hold', async () => {
  const an = await house.player({ balance: '20.00', certified: true })
  const inPlay = async () => (await an.call(stakesInPlay, {})).stakes
  expect(await an.call(stakesInPlay, {})).toEqual({ stakes: 0n, lastGame: null })
  await repeatOrder(an, { bets: both, periods: 3, stopsOnWin: false })
  expect(await inPlay()).toBe(6_00n)
  await runRepeatOrders(house.app)
  expect([await inPlay(), await held(an)]).toEqual([6_00n, 4_00n])
  const { drawsAt } = await periodNow(an, 'speed_racing')
  await house.liveUntil(drawsAt + 5_000)
  expect(await an.call(stakesInPlay, {})).toEqual({ stakes: 4_00n, lastGame: 'speed_racing' })
})
