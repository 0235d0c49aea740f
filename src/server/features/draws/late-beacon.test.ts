import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { currentDraws, drawStatistics, listDraws } from '#contract/play/draws'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { testDatabaseUrl } from '../../testing/test-cluster.ts'
import { failedSteps, verifyDraws } from '../../testing/draws/verify-draws.ts'

const minuteMs = 60_000
const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
/** Noon’s first period of the five-minute dice, which draws at 04:05 UTC. */
const drawId = 'k3_5m:20261102:0145'
const roundMs = openedMs + 5 * minuteMs

// Half an hour of nine games is lived through, instant by instant.
vi.setConfig({ testTimeout: 90_000 })

let house: DrawHouse
beforeAll(async () => {
  house = await openDrawHouse({ atMs: openedMs })
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

test('a beacon that is back while draws still wait does not open betting before they are drawn', async () => {
  house.beacon.isReachable = true
  await house.app.beacon.look()
  expect(house.app.beacon.stop()).toBe('draws_delayed')
  house.beacon.isReachable = false
})

test('half an hour without a round makes it void, and every stake goes back within a minute', async () => {
  await house.liveUntil(roundMs + 30 * minuteMs - 1)
  expect(await period()).toMatchObject({ status: 'closed' })
  await house.liveUntil(roundMs + 30 * minuteMs)
  const ended = await period()
  expect(ended).toMatchObject({ status: 'void', void_reason: 'beacon-unavailable', outcome: null })
  expect(ended.settled_at!.getTime() - roundMs).toBeLessThanOrEqual(31 * minuteMs)
  expect(await recordsOf(drawId)).toEqual(['close -30', 'void 1800'])
  const verdict = await verify(drawId)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'void', because: 'beacon-unavailable' })
})

test('when the round comes after all, the log says what would have been, and only that', async () => {
  house.beacon.isReachable = true
  await house.liveUntil(roundMs + 32 * minuteMs)
  const ended = await period()
  expect(ended).toMatchObject({ status: 'void', outcome: null })
  expect(ended.shadow_outcome).toHaveLength(3)
  expect(ended.shadow_settled_at).not.toBeNull()
  const verdict = await verify(drawId)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.outcome).toEqual(ended.shadow_outcome)
  expect(verdict.steps.find(({ name }) => name === 'outcome-recomputes')!.status).toBe('pass')
  const { items } = await house.visitor().call(listDraws, { game: 'k3_5m' })
  expect(items.find((each) => each.drawId === drawId)).toMatchObject({
    status: 'void',
    outcome: null,
    shadowOutcome: ended.shadow_outcome,
    voidReason: 'beacon-unavailable',
    wasDelayed: true,
  })
})

test('draws whose half hour is not over are made up for, late, with the round they were promised', async () => {
  const late = 'k3_5m:20261102:0148'
  expect(failedSteps([await verify(late)])).toEqual([])
  const drawn = await house.app.db.query
    .selectFrom('period')
    .selectAll()
    .where('draw_id', '=', late)
    .executeTakeFirstOrThrow()
  expect(drawn).toMatchObject({ status: 'drawn', void_reason: null })
  expect(drawn.delayed_at).not.toBeNull()
  expect(house.app.beacon.stop()).toBeNull()
})

test('a server that was away when a period closed voids it, and says what it would have been', async () => {
  const missed = 'k3_5m:20261102:0153'
  // Its betting ends at 04:44:30 and its round is out at 04:45:00.
  await house.liveUntil(openedMs + 44 * minuteMs)
  house.clock.to(openedMs + 44 * minuteMs + 59_500)
  await house.tick()
  await house.liveUntil(openedMs + 46 * minuteMs)
  const [close, ended, shadow] = await recordsOf(missed)
  expect([close, ended]).toEqual(['close 2399.5', 'void 2399.5'])
  expect(shadow).toMatch(/^shadow/)
  const verdict = await verify(missed)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'void', because: 'late-close' })
})

test('a secret that cannot be opened voids its draw alone', async () => {
  const [lost, sound] = ['k3_5m:20261102:0155', 'ssc_5m:20261102:0155']
  // No role of the product can do this; a disk can.
  const database = house.databaseUrl('clearball_owner').split('/').at(-1)!
  const superuser = new Client({ connectionString: testDatabaseUrl('postgres', database) })
  await superuser.connect()
  await superuser.query('set session_replication_role = replica')
  await superuser.query(`update period set secret_sealed = '\\x00' where draw_id = $1`, [lost])
  await superuser.end()
  await house.liveUntil(openedMs + 56 * minuteMs)
  expect(await recordsOf(lost)).toEqual([`void ${(openedMs + 54.5 * minuteMs - roundMs) / 1000}`])
  expect((await recordsOf(sound)).map((each) => each.split(' ')[0])).toEqual(['close', 'result', 'settle'])
  const verdict = await verify(lost)
  expect(failedSteps([verdict])).toEqual([])
  expect(verdict.steps[2]!.facts).toEqual({ ending: 'void', because: 'secret-lost' })
})

test('after an outage what can still be closed in time is closed before what is lost is voided', async () => {
  const { seq } = await house.app.db.query
    .selectFrom('log_record')
    .select((eb) => eb.fn.max('seq').as('seq'))
    .executeTakeFirstOrThrow()
  // An hour later, within the closing time of the races that draw at 06:00 UTC.
  house.clock.to(openedMs + 119 * minuteMs + 50_000)
  await house.tick()
  const records = await house.app.db.query
    .selectFrom('log_record')
    .select(['type', 'draw_id'])
    .where('seq', '>', seq)
    .where('type', 'in', ['close', 'void'])
    .orderBy('seq')
    .execute()
  const inTime = records.flatMap(({ type, draw_id }, at) =>
    type === 'close' && !records.some((each) => each.type === 'void' && each.draw_id === draw_id) ? [at] : [],
  )
  expect(inTime.length).toBeGreaterThan(3)
  expect(Math.max(...inTime)).toBeLessThan(records.findIndex(({ type }) => type === 'void'))
})

test('delays and voids are counted in public', async () => {
  const { items } = await house.visitor().call(drawStatistics, {})
  const dice = items.find(({ game }) => game === 'k3_5m')!
  expect(dice.voided).toMatchObject({ 'beacon-unavailable': 1, 'secret-lost': 1 })
  expect(dice.voided['late-close']).toBeGreaterThan(1)
  expect(dice.delayed).toBeGreaterThan(1)
  expect(dice.drawn).toBeGreaterThan(dice.inTime)
})
