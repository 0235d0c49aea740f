import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentDraws } from '#contract/play/draws'
import { drawStatistics, gameTrends, listDraws } from '#contract/play/past-draws'
import { balanceOf } from '../../services/ledger/balances.ts'
import { bet, periodNow } from '../../testing/draws/betting.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { administrator } from '../../testing/administrator.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'
import { type RoundFetcher, drawDuePeriods, patientFetcher, shadowVoidPeriods } from './draw-period.ts'
import { settleDuePeriods } from '../bets/settling/settle-due.ts'

const minuteMs = 60_000
const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
/** Noon’s first period of the five-minute dice, which draws at 04:05 UTC. */
const drawId = 'k3_5m:20261102:0145'
const roundMs = openedMs + 5 * minuteMs

let house: DrawHouse
let rounds: RoundFetcher
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
  rounds = patientFetcher(house.app)
})
afterAll(() => house.close())

const period = () =>
  house.app.db.query.selectFrom('period').selectAll().where('draw_id', '=', drawId).executeTakeFirstOrThrow()
const recordsOf = async (id: string) =>
  (
    await house.app.db.query
      .selectFrom('log_record')
      .select(['type', 'at'])
      .where('draw_id', '=', id)
      .orderBy('seq')
      .execute()
  ).map(({ type, at }) => `${type} ${(at.getTime() - roundMs) / 1000}`)
const verify = async (id: string) => (await verifyDraws(house.playerUrl, [id], house.clock.nowMs()))[0]!

test('a round that does not come delays its draw after a minute, and stops betting everywhere', async () => {
  await house.liveUntil(roundMs - 10_000)
  house.beacon.isReachable = false
  await house.liveUntil(roundMs + 59_000)
  expect(await period()).toMatchObject({ status: 'closed', delayed_at: null })
  await house.liveUntil(roundMs + 60_000)
  expect((await period()).delayed_at?.getTime()).toBe(roundMs + 60_000)
  expect(house.app.beacon.stop()).toBe('no_beacon')
  expect((await house.visitor().call(currentDraws, {})).stop).toBe('no_beacon')
  const events = await house.app.db.query
    .selectFrom('event')
    .select('body')
    .where('kind', '=', 'draw.delayed')
    .execute()
  expect(events).toContainEqual({ body: { drawId, spreadMs: 800 } })
})

test('betting opens only after the waiting draws are drawn, not as soon as the beacon is back', async () => {
  house.beacon.isReachable = true
  await house.app.beacon.look()
  expect(house.app.beacon.stop()).toBe('draws_delayed')
  house.beacon.isReachable = false
})

test('hours without a round void nothing: the draw waits for its scheduled round', async () => {
  await house.liveUntil(roundMs + 35 * minuteMs)
  expect(await period()).toMatchObject({ status: 'closed' })
  expect(await recordsOf(drawId)).toEqual(['close -30'])
  expect(failedSteps([await verify(drawId)])).toEqual([])
})

test('late draws are drawn in order, with their scheduled rounds', async () => {
  house.beacon.isReachable = true
  await house.liveUntil(roundMs + 36 * minuteMs)
  const late = await house.app.db.query
    .selectFrom('log_record')
    .innerJoin('period', 'period.draw_id', 'log_record.draw_id')
    .select(['period.draw_id', 'period.round_at', 'period.status', 'period.delayed_at'])
    .where('type', '=', 'result')
    .where('round_at', '>=', new Date(roundMs))
    .orderBy('seq')
    .execute()
  expect(late.filter(({ delayed_at }) => delayed_at !== null).length).toBeGreaterThan(50)
  expect(late[0]!.round_at.getTime()).toBe(roundMs)
  const rounds = late.filter(({ delayed_at }) => delayed_at !== null).map(({ round_at }) => round_at.getTime())
  expect(rounds).toEqual(rounds.toSorted((a, b) => a - b))
  const draws = late.slice(0, 12).map(({ draw_id }) => draw_id)
  expect(failedSteps(await verifyDraws(house.playerUrl, draws, house.clock.nowMs()))).toEqual([])
  expect(house.app.beacon.stop()).toBeNull()
})

test('a server that was down when a period closed returns the stakes and publishes no shadow numbers', async () => {
  const missed = 'k3_5m:20261102:0153'
  const an = await house.player({ balance: '10.00', certified: true })
  // Betting ends at 04:44:30, and its round is public at 04:45:00.
  await house.liveUntil(openedMs + 44 * minuteMs)
  const open = await periodNow(an, 'k3_5m')
  expect(open.drawId).toBe(missed)
  await bet(an, open, { bets: ['k3.sum_odd_even odd 2.00'] })
  house.clock.to(openedMs + 44 * minuteMs + 59_500)
  await house.tick()
  await house.liveUntil(openedMs + 46 * minuteMs)
  expect(await recordsOf(missed)).toEqual(['close 2399.5', 'void 2399.5'])
  const verdict = await verify(missed)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'void', because: 'late-close' })
  expect(verdict.steps[15]!.facts).toEqual({ refunds: 1, refundTotal: 200 })
})

const gameNow = async (game: string) =>
  (await house.visitor().call(currentDraws, {})).items.find((item) => item.game === game)!

test('a period without bets that was not closed is skipped, and is counted instead of listed', async () => {
  // The same instant, in another game.
  const skipped = 'ssc_5m:20261102:0153'
  expect(await recordsOf(skipped)).toEqual(['skip 2399.5'])
  const verdict = await verify(skipped)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'skip' })
  const { items } = await house.visitor().call(listDraws, { game: 'ssc_5m' })
  expect(items.map((each) => each.drawId)).not.toContain(skipped)
  expect(items[0]).toMatchObject({ drawId: 'ssc_5m:20261102:0152', notHeld: 1 })
  expect(items[1]!.notHeld).toBe(0)
  expect((await house.visitor().call(gameTrends, { game: 'ssc_5m' })).notHeld).toBe(1)
})

test('a game shows its last numbers after a skipped draw, and a void that somebody bet on as void', async () => {
  const [skipped, held] = ['ssc_5m:20261102:0153', 'ssc_5m:20261102:0152']
  expect(await gameNow('ssc_5m')).toMatchObject({ last: { drawId: held, status: 'drawn' }, ended: skipped })
  const missed = 'k3_5m:20261102:0153'
  expect(await gameNow('k3_5m')).toMatchObject({ last: { drawId: missed, status: 'void' }, ended: missed })
  const { items } = await house.visitor().call(listDraws, { game: 'k3_5m' })
  expect(items[0]).toMatchObject({ drawId: missed, status: 'void', notHeld: 0 })
})

test('a secret that cannot be opened voids only its own draw', async () => {
  const [lost, sound] = ['k3_5m:20261102:0155', 'ssc_5m:20261102:0155']
  // No role of the product can do this; a failing disk can.
  const superuser = await administrator(house)
  await superuser.query('set session_replication_role = replica')
  await superuser.query(`update period set secret_sealed = '\\x00' where draw_id = $1`, [lost])
  await superuser.end()
  await house.liveUntil(openedMs + 56 * minuteMs)
  expect(await recordsOf(lost)).toEqual([`void ${(openedMs + 54.5 * minuteMs - roundMs) / 1000}`])
  expect((await recordsOf(sound)).map((each) => each.split(' ')[0])).toEqual(['close', 'result', 'settle'])
  const verdict = await verify(lost)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'void', because: 'secret-lost' })
  // Nobody had bet on it.
  expect(await gameNow('k3_5m')).toMatchObject({ last: { drawId: 'k3_5m:20261102:0154' }, ended: lost })
  const { items } = await house.visitor().call(listDraws, { game: 'k3_5m' })
  expect(items[0]).toMatchObject({ drawId: 'k3_5m:20261102:0154', notHeld: 1 })
})

test('after an outage periods that can still close in time are closed before late ones are skipped', async () => {
  const { seq } = await house.app.db.query
    .selectFrom('log_record')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  // An hour later, while the races that draw at 06:00 UTC are due to close.
  house.clock.to(openedMs + 119 * minuteMs + 50_000)
  await house.tick()
  const records = await house.app.db.query
    .selectFrom('log_record')
    .select('type')
    .where('seq', '>', seq)
    .where('type', 'in', ['close', 'skip'])
    .orderBy('seq')
    .execute()
  const inTime = records.flatMap(({ type }, at) => (type === 'close' ? [at] : []))
  expect(inTime.length).toBeGreaterThan(3)
  expect(Math.max(...inTime)).toBeLessThan(records.findIndex(({ type }) => type === 'skip'))
})

test('the published figures count delays and voids', async () => {
  const { items } = await house.visitor().call(drawStatistics, {})
  const dice = items.find(({ game }) => game === 'k3_5m')!
  expect(dice.voided).toEqual({ 'late-close': 1, 'beacon-unavailable': 0, 'secret-lost': 1 })
  expect(dice.delayed).toBeGreaterThan(1)
  expect(dice.drawn).toBeGreaterThan(dice.inTime)
})

test('a draw without its round for a week is void, and pays the difference if the round comes later', async () => {
  const an = await house.player({ balance: '50.00', certified: true })
  const before = 50_00n
  await house.liveUntil(openedMs + 121 * minuteMs)
  const open = await periodNow(an, 'k3_5m')
  await bet(an, open, { bets: ['k3.sum_odd_even odd 20.00', 'k3.sum_odd_even even 20.00'] })
  house.beacon.isReachable = false
  await house.liveUntil(open.drawsAt)
  const weekMs = 7 * 24 * 60 * minuteMs
  const status = async () =>
    house.app.db.query
      .selectFrom('period')
      .select(['status', 'void_reason', 'shadow_settled_at'])
      .where('draw_id', '=', open.drawId)
      .executeTakeFirstOrThrow()
  house.clock.to(open.drawsAt + weekMs - 1)
  await drawAll()
  expect(await status()).toMatchObject({ status: 'closed' })
  // This fetcher has only begun to ask, as a node does that was down all week.
  house.clock.forward(6 * 60 * minuteMs - 1)
  await drawAll()
  expect(await status()).toMatchObject({ status: 'closed' })
  house.clock.forward(16_000)
  await drawAll()
  expect(await status()).toMatchObject({ status: 'void', void_reason: 'beacon-unavailable' })
  expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(before)
  expect((await verify(open.drawId)).steps[2]!.facts).toEqual({ ending: 'void', because: 'beacon-unavailable' })
  house.beacon.isReachable = true
  house.clock.forward(16_000)
  await drawAll()
  expect((await status()).shadow_settled_at).not.toBeNull()
  // One of the two sides would have won 39.20, which is 19.20 more than its stake.
  expect(await balanceOf(house.app.db.query, `player:${an.id}:available`)).toBe(before + 19_20n)
  expect(failedSteps([await verify(open.drawId)])).toEqual([])
})

/**
 * Draws, settles and publishes shadow numbers, but closes nothing: closing a week of periods would take long and is not
 * the point.
 */
async function drawAll(): Promise<void> {
  await house.app.beacon.look()
  await drawDuePeriods(house.app, rounds)
  await settleDuePeriods(house.app)
  await shadowVoidPeriods(house.app, rounds)
  await settleDuePeriods(house.app)
}
