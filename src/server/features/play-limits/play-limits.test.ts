import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { confirmSession } from '#contract/people/sessions'
import { listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import { confirmPlayLimit, listPlayLimits, setPlayLimit } from '#contract/play/limits'
import { bet, chosen, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { dayMs, money, publishAddress } from '../../testing/money.ts'
import { rowsRead } from '../../testing/requests/rows-read.ts'
import type { Player, Visitor } from '../../testing/person.ts'
import type { Queryable } from '../../world/members/database.ts'
import { payDueRebates } from '../bets/rebates/pay-rebates.ts'
import { transaction } from '../../db/database.ts'
import { runRepeatOrders } from '../bets/repeat-orders/run-repeat-orders.ts'
import { publishSchedules } from '../draws/publish-schedule.ts'
import { makeSums, playLimitsOf } from './play-limits.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
  await publishAddress(await house.operator('finance'), await house.operator('admin'))
})
afterEach(() => house.audit())
afterAll(() => house.close())

type Named = { kind: 'stake' | 'loss'; span: 'day' | 'week' | 'month' }
const set = (player: Player, named: Named, amount: string | null) =>
  player.call(setPlayLimit, { ...named, amount: amount === null ? null : money(amount) })
const limit = async (player: Player, { kind, span }: Named) =>
  (await player.call(listPlayLimits, {})).items.find((each) => each.kind === kind && each.span === span)!
const stake = async (player: Player, amount: string) =>
  bet(player, await openNow(player), { bets: [`pk10.position_number@1 1 ${amount}`] })

/** An open period; waits for the next one if the current one has closed. */
async function openNow(visitor: Visitor) {
  const period = await periodNow(visitor, 'speed_racing')
  if (period.closesAt > house.clock.nowMs()) return period
  await house.liveUntil(period.drawsAt)
  return periodNow(visitor, 'speed_racing')
}
const gambler = () => house.player({ balance: '900.00', certified: true })
const stakeDay: Named = { kind: 'stake', span: 'day' }
const lossDay: Named = { kind: 'loss', span: 'day' }

describe('F3: a limit', () => {
  test('on stakes counts stakes whatever is won, however many bets come at once', async () => {
    const an = await gambler()
    expect(await limit(an, stakeDay)).toMatchObject({ amount: null, left: null, used: 0n, pending: null })
    await stake(an, '10.00')
    await set(an, stakeDay, '30.00')
    expect(await limit(an, stakeDay)).toMatchObject({ used: 10_00n, left: 20_00n })
    await expect(stake(an, '20.01')).rejects.toMatchObject({ code: 'stake_limit_reached' })
    const tries = await Promise.allSettled(Array.from({ length: 30 }, () => stake(an, '1.00')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt + 5_000)
    await expect(stake(an, '1.00')).rejects.toMatchObject({ code: 'stake_limit_reached' })
  })

  test('on losses subtracts payouts, and counts undrawn stakes as lost', async () => {
    const an = await gambler()
    await set(an, lossDay, '10.00')
    const both = ['pk10.sum12_big_small big 5.00', 'pk10.sum12_big_small small 5.00']
    const period = await openNow(an)
    await bet(an, period, { bets: both })
    await expect(stake(an, '1.00')).rejects.toMatchObject({ code: 'loss_limit_reached' })
    await house.liveUntil(period.drawsAt + 5_000)
    const { left, used } = await limit(an, lossDay)
    expect(left! + used).toBe(10_00n)
    expect(left).toBeGreaterThan(5_00n)
    await stake(an, '5.00')
  })

  test('counts what a repeat order will stake from its beginning, and not twice', async () => {
    const an = await gambler()
    await set(an, { kind: 'stake', span: 'week' }, '20.00')
    const { drawId, rules } = await openNow(an)
    const slip = { drawId, rules, bets: [chosen('pk10.position_number@1 1 5.00')], stopsOnWin: false }
    await expect(an.call(placeRepeatOrder, { ...slip, periods: 5 }, randomUUID())).rejects.toMatchObject({
      code: 'stake_limit_reached',
    })
    await an.call(placeRepeatOrder, { ...slip, periods: 3 }, randomUUID())
    await expect(stake(an, '5.01')).rejects.toMatchObject({ code: 'stake_limit_reached' })
    await stake(an, '5.00')
    for (let period = 0; period < 3; period++) {
      await runRepeatOrders(house.app)
      await house.liveUntil((await periodNow(an, 'speed_racing')).drawsAt + 5_000)
    }
    await runRepeatOrders(house.app)
    expect((await an.call(listRepeatOrders, {})).items[0]).toMatchObject({ status: 'done', placed: 3 })
    expect(await limit(an, { kind: 'stake', span: 'week' })).toMatchObject({ used: 20_00n, left: 0n })
  })

  test('does not count stakes returned by a void draw, and the tightest of several applies', async () => {
    const an = await gambler()
    await set(an, stakeDay, '30.00')
    await set(an, { kind: 'stake', span: 'month' }, '25.00')
    await set(an, { kind: 'loss', span: 'month' }, '40.00')
    const { drawsAt } = await openNow(an)
    await stake(an, '10.00')
    await expect(stake(an, '16.00')).rejects.toMatchObject({ code: 'stake_limit_reached' })
    // The house does nothing until the draw time, so the draw closes late and is void.
    house.clock.to(drawsAt)
    for (let step = 0; step < 4; step++) {
      await house.tick()
      house.clock.forward(20_000)
    }
    await house.tick()
    expect(await limit(an, stakeDay)).toMatchObject({ used: 0n, left: 30_00n })
    await expect(stake(an, '26.00')).rejects.toMatchObject({ code: 'stake_limit_reached' })
    await stake(an, '25.00')
  })
})

describe('the sums of a player with limits', () => {
  type Sums = { grain: string; starts_at: Date; staked: bigint; returned: bigint }
  const account = ({ id }: Player) => sql`(select id from account where ref = ${`player:${id}:available`})`
  const sumsOf = async (player: Player) =>
    (
      await sql<Sums>`
        select grain, starts_at, staked, returned from play_sum
        where account_id = ${account(player)} and (staked, returned) <> (0, 0) order by grain, starts_at`.execute(
        house.app.db.query,
      )
    ).rows
  /** Makes the sums again, from the bets. */
  const remake = (player: Player, isLimited = true) =>
    transaction(house.app.db, house.app.random, (tx) =>
      makeSums(tx, player.id, { isLimited, nowMs: house.clock.nowMs() }),
    )
  const usedSince = async (player: Player, since: Date) =>
    (
      await sql<{ staked: bigint; lost: bigint }>`select staked, lost from play_used(${player.id}, ${since})`.execute(
        house.app.db.query,
      )
    ).rows[0]!

  /** Bets on two draws, one of which is bet on twice, a minute apart where there is time; both are drawn, with rebates. */
  const play = async (player: Player) => {
    for (let draw = 0; draw < 2; draw++) {
      const period = await openNow(player)
      await bet(player, period, { bets: ['pk10.sum12_big_small big 5.00', 'pk10.sum12_big_small small 5.00'] })
      if (period.closesAt - house.clock.nowMs() > 20_000) await house.liveUntil(house.clock.nowMs() + 15_000)
      await stake(player, '60.00')
      await house.liveUntil(period.drawsAt + 5_000)
    }
    await payDueRebates(house.app)
  }

  const leaveVoid = async (player: Player) => {
    const { drawsAt } = await openNow(player)
    await stake(player, '3.00')
    house.clock.to(drawsAt)
    for (let step = 0; step < 5; step++) {
      await house.tick()
      house.clock.forward(20_000)
    }
    await house.tick()
  }

  test('are what the bets say when the first limit is set, and go when the last one is lifted', async () => {
    const an = await gambler()
    const startedMs = house.clock.nowMs()
    await play(an)
    await leaveVoid(an)
    await stake(an, '4.00')
    expect(await sumsOf(an)).toEqual([])
    const firstMs = Math.floor(startedMs / 60_000) * 60_000
    const minutes = Array.from(
      { length: Math.ceil((house.clock.nowMs() - firstMs) / 60_000) },
      (_, at) => new Date(firstMs + at * 60_000),
    )
    // Without sums what comes after an instant counts, with them what comes in its minute.
    const live = await Promise.all(minutes.map((since) => usedSince(an, new Date(since.getTime() - 1))))
    expect(new Set(live.map(({ staked }) => staked)).size).toBeGreaterThan(2)
    await set(an, stakeDay, '800.00')
    expect(await Promise.all(minutes.map((since) => usedSince(an, since)))).toEqual(live)
    await remake(an, false)
    expect(await sumsOf(an)).toEqual([])
  })

  test('are kept by every bet, payout, rebate and refund', async () => {
    const an = await gambler()
    await set(an, lossDay, '800.00')
    await play(an)
    const { drawId, rules } = await openNow(an)
    const slip = { drawId, rules, bets: [chosen('pk10.position_number@1 1 1.00')], stopsOnWin: false, periods: 2 }
    await an.call(placeRepeatOrder, slip, randomUUID())
    await runRepeatOrders(house.app)
    await leaveVoid(an)
    await runRepeatOrders(house.app)
    await play(an)
    const kept = await sumsOf(an)
    expect(kept.length).toBeGreaterThan(3)
    const rebates = sql`select from rebate where account_id = ${account(an)}`
    expect((await rebates.execute(house.app.db.query)).rows).toHaveLength(4)
    await remake(an)
    expect(await sumsOf(an)).toEqual(kept)
  })

  test('miss no bet that is placed while the first limit is set', async () => {
    const an = await gambler()
    await openNow(an)
    const staking = Array.from({ length: 30 }, () => stake(an, '1.00'))
    await Promise.all([...staking.slice(0, 15), set(an, stakeDay, '700.00'), ...staking.slice(15)])
    const kept = await sumsOf(an)
    expect(kept.map(({ grain, staked }) => [grain, staked])).toEqual([
      ['hour', 30_00n],
      ['minute', 30_00n],
    ])
    await remake(an)
    expect(await sumsOf(an)).toEqual(kept)
  })
})

test('F2: lowering a limit takes effect at once; raising or lifting it takes a full day and a confirmation', async () => {
  const an = await gambler()
  await set(an, { kind: 'loss', span: 'month' }, '50.00')
  await stake(an, '5.00')
  await set(an, stakeDay, '50.00')
  await set(an, stakeDay, '20.00')
  await expect(stake(an, '15.01')).rejects.toMatchObject({ code: 'stake_limit_reached' })
  await expect(an.call(confirmPlayLimit, stakeDay)).rejects.toMatchObject({ code: 'limit_not_asked' })
  expect(await set(an, stakeDay, null)).toEqual({ confirmableFrom: house.clock.nowMs() + dayMs })
  house.clock.forward(dayMs - 60_000)
  await an.call(confirmSession, { password: an.password })
  await expect(an.call(confirmPlayLimit, stakeDay)).rejects.toMatchObject({ code: 'limit_waiting' })
  house.clock.forward(120_000)
  // The new day's draws are published; the past day's periods are left as they are, because closing them takes long.
  await house.app.beacon.look()
  await publishSchedules(house.app)
  await expect(stake(an, '20.01')).rejects.toMatchObject({ code: 'stake_limit_reached' })
  // Stakes of a day ago no longer count.
  await stake(an, '20.00')
  await an.call(confirmPlayLimit, stakeDay)
  await stake(an, '20.01')
  // The other limit is still in force, whatever was won meanwhile.
  await expect(stake(an, '500.00')).rejects.toMatchObject({ code: 'loss_limit_reached' })
})

test('however often a limit was changed, it is found in a few rows, also when a bet is placed', async () => {
  const an = await gambler()
  for (const named of [stakeDay, lossDay]) await set(an, named, '30.00')
  await sql`
    insert into play_limit (player_id, kind, span, amount, asked_at, confirmed_at)
    select ${an.id}, case when nth % 2 = 0 then 'stake' else 'loss' end, (array['day', 'week', 'month'])[1 + nth % 3],
      3000 + nth, ${new Date(house.clock.nowMs())}, case when nth <= 10000 then now() end
    from generate_series(1, 20000) nth`.execute(house.app.db.query)
  const { id } = an
  const nowMs = house.clock.nowMs()
  const room = (tx: Queryable) => sql`select * from play_room(${id}, ${new Date(nowMs)})`.execute(tx)
  expect(await rowsRead(house, 'play_limit', room)).toBeLessThanOrEqual(12)
  expect(await rowsRead(house, 'play_limit', (tx) => playLimitsOf(tx, id, nowMs))).toBeLessThanOrEqual(12)
  expect(await limit(an, stakeDay)).toMatchObject({ amount: 129_96n, pending: { amount: 229_98n } })
  await expect(stake(an, '129.97')).rejects.toMatchObject({ code: 'stake_limit_reached' })
  await stake(an, '129.95')
})

test('asking again for the limit that is in force, or that is waiting, changes nothing', async () => {
  const an = await gambler()
  const rows = () => house.app.db.query.selectFrom('play_limit').select('id').where('player_id', '=', an.id).execute()
  await set(an, stakeDay, null)
  expect(await rows()).toHaveLength(0)
  for (let nth = 0; nth < 2; nth++) expect(await set(an, stakeDay, '30.00')).toEqual({ confirmableFrom: null })
  expect(await rows()).toHaveLength(1)
  const confirmableFrom = house.clock.nowMs() + dayMs
  expect(await set(an, stakeDay, '40.00')).toEqual({ confirmableFrom })
  house.clock.forward(1_000)
  expect(await set(an, stakeDay, '40.00')).toEqual({ confirmableFrom })
  expect(await rows()).toHaveLength(2)
  // The limit in force, asked for again, withdraws the increase.
  expect(await set(an, stakeDay, '30.00')).toEqual({ confirmableFrom: null })
  expect(await limit(an, stakeDay)).toMatchObject({ amount: 30_00n, pending: null })
})

test('F2: no limit is raised by a clock that the beacon does not confirm, and lowering one works all the same', async () => {
  const an = await gambler()
  await set(an, stakeDay, '50.00')
  const confirmableFrom = house.clock.nowMs() + dayMs
  await set(an, stakeDay, '80.00')
  house.clock.set(dayMs + 60_000)
  await an.call(confirmSession, { password: an.password })
  await expect(an.call(confirmPlayLimit, stakeDay)).rejects.toMatchObject({ code: 'busy' })
  await expect(set(an, stakeDay, '90.00')).rejects.toMatchObject({ code: 'busy' })
  expect(await limit(an, stakeDay)).toMatchObject({ amount: 50_00n, pending: { amount: 80_00n, confirmableFrom } })
  expect(await set(an, stakeDay, '40.00')).toEqual({ confirmableFrom: null })
  house.clock.set(-dayMs - 60_000)
})
