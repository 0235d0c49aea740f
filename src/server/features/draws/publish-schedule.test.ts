import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseEntry } from '#core/fairness/log'
import { parseDrawId } from '#core/fairness/records'
import { firstRoundAt, quicknet } from '#core/fairness/beacon'
import { keyProblem, notTheDrawKey } from '../../services/fairness/check-keys.ts'
import { openSecret } from '../../services/fairness/draw-secret.ts'
import { Secret } from '../../world/secrets/secret.ts'
import { administrator } from '../../testing/administrator.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { replayBeacon } from '../../testing/draws/replay-beacon.ts'
import { publishSchedules } from './publish-schedule.ts'

const openedMs = Date.UTC(2026, 10, 2, 4, 0, 0)
const hourMs = 3_600_000

let house: House
beforeAll(async () => {
  house = await openHouse({ atMs: openedMs, beaconFrom: ({ clock }) => replayBeacon({ clock }, quicknet) })
  await publishSchedules(house.app)
})
afterAll(() => house.close())

const periods = () => house.app.db.query.selectFrom('period').selectAll().orderBy('draws_at').execute()
const schedules = () =>
  house.app.db.query
    .selectFrom('log_record')
    .select(['seq', 'at', 'day', 'entry'])
    .where('type', '=', 'schedule')
    .execute()

test('with the public beacon no draw opens within an hour of its publication, over two simulated days', async () => {
  for (let hour = 1; hour <= 48; hour++) {
    house.clock.to(openedMs + hour * hourMs)
    await publishSchedules(house.app)
  }
  const logged = new Map((await schedules()).map(({ seq, at }) => [seq, at.getTime()]))
  const published = await periods()
  const records = (await schedules()).map(({ entry }) => ({ bytes: Buffer.byteLength(entry), ...parseEntry(entry)! }))
  const games = records.map(({ body }) => 'draws' in body && `${body.game} ${parseDrawId(body.draws[0]!.drawId)!.day}`)
  expect(new Set(games).size).toBe(9 * 4 - 1)
  // Entries have at most 65,535 bytes, so a day of many draws takes several records.
  expect(records.length).toBeGreaterThan(9 * 4 - 1)
  expect(Math.max(...records.map(({ bytes }) => bytes))).toBeLessThan(60_000)
  for (const { opens_at, schedule_seq, round, draws_at } of published) {
    expect(opens_at.getTime() - logged.get(schedule_seq)!).toBeGreaterThanOrEqual(hourMs)
    expect(round).toBe(firstRoundAt(quicknet, draws_at.getTime()))
  }
  // From the second day on, days are complete.
  const second = published.filter(({ day }) => day === '20261103')
  expect(second).toHaveLength(288 * 4 + 144 * 2 + 180 + 1152 * 2)
})

test('a published day is not published again, by any node', async () => {
  const before = await schedules()
  await Promise.all([1, 2, 3].map(() => publishSchedules(house.app)))
  expect(await schedules()).toEqual(before)
})

test('secrets are in the database only encrypted, by a key that is not in it', async () => {
  const { draw_id: drawId, commit, secret_sealed: sealed } = (await periods())[0]!
  expect(openSecret({ drawId, commit, sealed }, house.app.config.drawKey)).toMatch(/^[0-9a-f]{64}$/)
  expect(openSecret({ drawId, commit, sealed }, new Secret('another key, of thirty-two characters'))).toBeNull()
  expect(openSecret({ drawId: `${drawId}x`, commit, sealed }, house.app.config.drawKey)).toBeNull()
})

test('a node with other keys, or another beacon, refuses to continue this log', async () => {
  const { app } = house
  expect(await keyProblem(app)).toBeNull()
  const withConfig = (config: Partial<typeof app.config>) => ({ ...app, config: { ...app.config, ...config } })
  expect(await keyProblem(withConfig({ operatorKey: new Secret('0d'.repeat(32)) }))).toContain('OPERATOR_KEY')
  expect(await keyProblem(withConfig({ drawKey: new Secret('another key, of thirty-two characters') }))).toContain(
    'DRAW_KEY',
  )
  const other = replayBeacon({ clock: house.clock })
  expect(await keyProblem({ ...app, beacon: { ...app.beacon, chain: other.chain } })).toContain('another beacon')
})

test('one secret that a disk damaged says nothing about DRAW_KEY: a node starts, and another key is refused all the same', async () => {
  const newest = (await periods()).toSorted((one, other) => +other.closes_at - +one.closes_at)[0]!
  const superuser = await administrator(house)
  await superuser.query('set session_replication_role = replica')
  const store = 'update period set secret_sealed = $2 where id = $1'
  await superuser.query(store, [newest.id, Buffer.from([0])])
  const { app } = house
  expect(await keyProblem(app)).toBeNull()
  const drawKey = new Secret('another key, of thirty-two characters')
  expect(await keyProblem({ ...app, config: { ...app.config, drawKey } })).toBe(notTheDrawKey)
  await superuser.query(store, [newest.id, newest.secret_sealed])
  await superuser.end()
})

test.each([
  ['a scheduled time', `update period set closes_at = closes_at + interval '1 minute'`],
  ['a round', `update period set round = round + 1`],
  ['a commitment', `update period set commit = 'x'`],
  ['a secret', `update period set secret_sealed = ''`],
  ['a record', `update log_record set entry = 'x'`],
  ['the log', `delete from log_record`],
  ['a checkpoint', `update log_checkpoint set note = 'x'`],
  ['a hash of the tree', `delete from log_tile_root`],
  ['a cosignature', `delete from log_cosignature`],
  ['a rules document', `update rules_document set document = '{}'`],
])('the server’s role cannot change %s', async (_, statement) => {
  await expect(house.app.db.pool.query(statement)).rejects.toMatchObject({ code: '42501' })
})

test('the database itself refuses a second result, a step back and a forked log', async () => {
  const { pool } = house.app.db
  const { id } = (await periods())[0]!
  await expect(pool.query(`update period set status = 'drawn' where id = $1`, [id])).rejects.toThrow(
    /cannot go from scheduled to drawn/,
  )
  const add = (seq: number, type: string, leaf = `sha256('\\x00'::bytea)`) =>
    pool.query(
      `insert into log_record (seq, type, day, draw_id, at, entry, leaf) values ($1, $2, 'd', 'x', now(), '', ${leaf})`,
      [seq, type],
    )
  const { rows } = await pool.query(`select max(seq)::integer as seq from log_record`)
  const next = (rows[0] as { seq: number }).seq + 1
  await expect(add(next - 1, 'close')).rejects.toThrow('log_record_pkey')
  await expect(add(next, 'close', `sha256('another')`)).rejects.toThrow('log_record_leaf_is_its_hash')
  const checkpoint = pool.query(`insert into log_checkpoint (size, root, note) values ($1, sha256(''), '')`, [next])
  await expect(checkpoint).rejects.toThrow('log_checkpoint_pkey')
  await add(next, 'void')
  await expect(add(next + 1, 'result')).rejects.toThrow('log_record_one_ending')
  await expect(add(next + 1, 'void')).rejects.toThrow(/log_record_(one_ending|once_per_draw)/)
})
