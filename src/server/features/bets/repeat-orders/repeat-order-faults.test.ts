import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { liftGameStop, stopGame } from '#contract/console/games'
import { cancelRepeatOrder, listBets, listRepeatOrders, placeRepeatOrder } from '#contract/play/bets'
import type { App } from '../../../world/app.ts'
import { openDatabase, transaction } from '../../../db/database.ts'
import { dashed } from '../../../world/random.ts'
import { bet, chosen, periodNow } from '../../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../../testing/draws/draw-house.ts'
import { isWaitedFor } from '../../../testing/draws/waited-lock.ts'
import { listen } from '../../../testing/servers/listen.ts'
import { intrude } from '../../../testing/ledger.ts'
import type { Player } from '../../../testing/person.ts'
import { houseAlarms } from '../../desk/alarms.ts'
import { claimNext } from './claim.ts'
import { place, runRepeatOrders } from './run-repeat-orders.ts'

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse()
})
afterEach(() => house.audit())
afterAll(() => house.close())

const both = ['pk10.sum12_big_small big 1.00', 'pk10.sum12_big_small small 1.00']
const one = ['pk10.position_number@1 1 2.00']

type Wanted = { bets: string[]; periods: number; stopsOnWin?: boolean }

async function repeatOrder(player: Player, { bets, periods, stopsOnWin = false }: Wanted) {
  await house.liveUntil((await periodNow(player, 'speed_racing')).drawsAt)
  const period = await periodNow(player, 'speed_racing')
  const slip = { drawId: period.drawId, rules: period.rules, bets: bets.map(chosen), periods, stopsOnWin }
  return { ...period, ...(await player.call(placeRepeatOrder, slip, randomUUID())) }
}

const shown = async (player: Player) => (await player.call(listRepeatOrders, {})).items[0]!
const gambler = () => house.player({ balance: '20.00', certified: true })

/** Locks all accounts of a player until released. */
async function holdAccounts({ id }: Player) {
  const holder = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await holder.connect()
  await holder.query('begin')
  const { rows } = await holder.query(
    'select pg_backend_pid() as pid from account where ref like $1 order by id for update',
    [`player:${id}:%`],
  )
  return {
    pid: rows[0].pid as number,
    letGo: async () => {
      await holder.query('commit')
      await holder.end()
    },
  }
}

/** Another node, for which every bet comes too late: the beacon has told it rounds that the first does not know. */
async function lateNode(): Promise<App & { close(): Promise<void> }> {
  const db = openDatabase({ url: house.databaseUrl('clearball_server'), log: house.app.log, size: 4 })
  const beacon = { ...house.app.beacon, fences: () => true }
  return { ...house.app, db, beacon, close: () => db.close() }
}

test('a draw without a bet does not count as a win of the repeat order', async () => {
  const an = await gambler()
  const { drawsAt } = await repeatOrder(an, { bets: both, periods: 3, stopsOnWin: true })
  const risk = await house.operator('risk')
  const { id } = await risk.call(stopGame, { game: 'speed_racing', why: 'incident', reason: 'wrong numbers shown' })
  await runRepeatOrders(house.app)
  await house.liveUntil(drawsAt + 5_000)
  await risk.call(liftGameStop, { id, reason: 'they are right again' })
  await runRepeatOrders(house.app)
  expect(await shown(an)).toMatchObject({ status: 'running', placed: 1, held: 2_00n })
})

test('no other node refuses what one node is placing, and the money held equals the stakes still to come', async () => {
  const an = await gambler()
  const { id } = await repeatOrder(an, { bets: one, periods: 3 })
  const other = await lateNode()
  const holder = await holdAccounts(an)
  const placing = runRepeatOrders(house.app)
  await isWaitedFor(house, holder.pid)
  const refusing = runRepeatOrders(other)
  await Promise.race([refusing, new Promise((resolve) => setTimeout(resolve, 1_500))])
  await holder.letGo()
  await Promise.all([placing, refusing])
  await other.close()
  expect((await an.call(listBets, {})).items).toHaveLength(1)
  expect(await shown(an)).toMatchObject({ status: 'running', placed: 1, held: 4_00n })
  expect(await an.call(cancelRepeatOrder, { id })).toEqual({ freed: 4_00n })
  expect(await an.balance()).toBe('18.00')
})

test('a claim that another node took over, or that its owner ended, places no bet', async () => {
  const [an, binh] = [await gambler(), await gambler()]
  const { id, drawId, rules } = await repeatOrder(an, { bets: one, periods: 3 })
  const slip = { drawId, rules, bets: one.map(chosen), periods: 3, stopsOnWin: false }
  const second = await binh.call(placeRepeatOrder, slip, randomUUID())
  const claims = await Promise.all(
    [id, second.id].map((each) => transaction(house.app.db, house.app.random, (tx) => claimNext(house.app, tx, each))),
  )
  house.clock.forward(10_000)
  const other = await lateNode()
  await runRepeatOrders(other)
  await other.close()
  expect(await shown(an)).toMatchObject({ status: 'running', placed: 0, held: 4_00n })
  await binh.call(cancelRepeatOrder, { id: second.id })
  for (const claim of claims) expect(await place(house.app, claim!)).toBe('claim_lost')
  expect([await an.balance(), await binh.balance()]).toEqual(['16.00', '20.00'])
  await an.call(cancelRepeatOrder, { id })
})

test('a repeat order that fails is postponed with an alarm; the others continue, and its owner can still cancel it', async () => {
  const [an, binh] = [await gambler(), await gambler()]
  const { id, drawId, rules } = await repeatOrder(an, { bets: one, periods: 3 })
  const slip = { drawId, rules, bets: one.map(chosen), periods: 3, stopsOnWin: false }
  await binh.call(placeRepeatOrder, slip, randomUUID())
  const broken = JSON.stringify([{ play: 'pk10.nothing', selection: 'x', stake: '2.00', odds: 1_000 }])
  await intrude(house, (tx) => sql`update repeat_order set bets = ${broken}::jsonb where id = ${id}`.execute(tx))
  for (let tries = 0; tries < 4; tries++) {
    await runRepeatOrders(house.app)
    house.clock.forward(4_000)
  }
  expect((await binh.call(listBets, {})).items).toHaveLength(1)
  const { db, log } = house.app
  const alarms = async () => (await houseAlarms({ db: db.query, nowMs: house.clock.nowMs(), log })).alarms
  expect(await alarms()).toContainEqual(
    expect.objectContaining({ kind: 'repeat_order', what: expect.stringContaining(id) }),
  )
  expect(await an.call(cancelRepeatOrder, { id })).toEqual({ freed: 6_00n })
  expect(await alarms()).not.toContainEqual(expect.objectContaining({ kind: 'repeat_order' }))
  expect(await an.balance()).toBe('20.00')
})

test('an open page is notified when a repeat order ends, and when it could not bet on a draw', async () => {
  const an = await gambler()
  const { drawsAt } = await repeatOrder(an, { bets: both, periods: 3, stopsOnWin: true })
  await runRepeatOrders(house.app)
  await house.liveUntil(drawsAt + 5_000)
  const winning = await listen(an)
  await runRepeatOrders(house.app)
  expect(await shown(an)).toMatchObject({ status: 'won' })
  await winning.hears('balance.changed')
  await winning.hears('repeatOrder.changed')
  winning.close()

  await repeatOrder(an, { bets: one, periods: 3 })
  const refusing = await listen(an)
  const other = await lateNode()
  await runRepeatOrders(other)
  await other.close()
  expect(await shown(an)).toMatchObject({ status: 'running', placed: 0, held: 4_00n })
  await refusing.hears('balance.changed')
  await refusing.hears('repeatOrder.changed')
  refusing.close()
})

test('a job that waits for a player’s account delays nobody’s events', async () => {
  const an = await gambler()
  await repeatOrder(an, { bets: one, periods: 3 })
  const tomorrow = new Date(house.clock.nowMs() + 86_400_000)
  await house.app.db.query.updateTable('player').set({ excluded_until: tomorrow }).where('id', '=', an.id).execute()
  const holder = await holdAccounts(an)
  const running = runRepeatOrders(house.app)
  await isWaitedFor(house, holder.pid)
  const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_xact_lock(7261002) as free`.execute(
    house.app.db.query,
  )
  await holder.letGo()
  await running
  expect(rows).toEqual([{ free: true }])
})

test('no bet placed by a player is mistaken for the repeat order’s own', async () => {
  const an = await gambler()
  const { id, drawId, rules } = await repeatOrder(an, { bets: one, periods: 2 })
  const period = await house.app.db.query
    .selectFrom('period')
    .select('id')
    .where('draw_id', '=', drawId)
    .executeTakeFirstOrThrow()
  const key = dashed(createHash('sha256').update(`repeat order ${id} ${period.id}`).digest('hex').slice(0, 32))
  await bet(an, { drawId, rules }, { bets: ['pk10.position_number@2 1 1.00'], key })
  await runRepeatOrders(house.app)
  expect((await an.call(listBets, {})).items).toHaveLength(2)
  await an.call(cancelRepeatOrder, { id })
  expect(await an.balance()).toBe('17.00')
})
