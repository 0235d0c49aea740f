import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterEach, expect, test } from 'vitest'
import { showDesk } from '#contract/console/desk'
import { showGames } from '#contract/console/draws'
import { showWitnesses } from '#contract/console/witnesses'
import { listWitnesses } from '#contract/play/past-draws'
import { parseNote } from '#core/fairness/tlog/note'
import { dayMs } from '#core/periods/schedule'
import { serveCosigner } from '../../../../verify/cosigner/serve.ts'
import { type DrawHouse, openDrawHouse } from '../../testing/draws/draw-house.ts'
import { openWitnessedHouse } from '../../testing/draws/witnesses.ts'

let house: DrawHouse | null = null
afterEach(async () => {
  await house?.close()
  house = null
})

test('the console shows how each witness answers, and counts the draws that enough of them saw as players are told', async () => {
  const own = await openWitnessedHouse(serveCosigner, { west: 'http://127.0.0.1:9/secret' })
  house = own
  await own.pass(3 * 60)
  const auditor = await own.operator('auditor')
  const { policy, newest, unwitnessed, day, checkpoint, now } = await auditor.call(showWitnesses, {})
  expect(policy!.quorum).toEqual({ needed: 2, members: ['north', 'south', 'west'] })
  const [north, south, west] = policy!.witnesses
  for (const witness of [north, south]) {
    expect(witness).toMatchObject({ key: `${witness!.name}.example`, failures: 0, failure: null })
    expect(witness!.host).toMatch(/^127\.0\.0\.1:\d+$/)
    expect(witness!.cosigned!.size).toBeGreaterThan(newest!.index)
    expect(witness!.delayMs).toBeGreaterThanOrEqual(0)
  }
  expect(west).toMatchObject({ name: 'west', host: '127.0.0.1:9', cosigned: null, delayMs: null })
  expect(west!.failure).toMatchObject({ what: 'it cannot be reached' })
  expect(west!.failures).toBeGreaterThan(0)
  expect(newest!.isWitnessed).toBe(true)
  expect(unwitnessed).toBeNull()

  const due = await own.app.db.query
    .selectFrom('period')
    .select('draw_id')
    .where('closed_at', 'is not', null)
    .where('round_at', '<=', new Date(now))
    .execute()
  const told = await Promise.all(due.map(({ draw_id: drawId }) => own.visitor().call(listWitnesses, { drawId })))
  expect(told.length).toBeGreaterThan(3)
  expect(day).toEqual({ closed: told.length, witnessed: told.filter(({ isEnough }) => isEnough).length })
  const note = parseNote(await (await fetch(`${own.playerUrl}/fair/log/checkpoint`)).text())!
  expect(note.text.split('\n').slice(1, 3)).toEqual([String(checkpoint!.size), checkpoint!.root])
})

test('a draw whose cosignatures are dated too late is closed, not witnessed; after a day it no longer counts', async () => {
  const own = await openWitnessedHouse(serveCosigner, {})
  house = own
  await own.pass(2 * 60)
  const auditor = await own.operator('auditor')
  const before = (await auditor.call(showWitnesses, {})).day
  expect([before.witnessed, before.closed > 1]).toEqual([before.closed, true])
  const owner = new Client({ connectionString: own.databaseUrl('clearball_owner') })
  await owner.connect()
  await owner.query('alter table log_cosignature disable trigger log_cosignature_is_append_only')
  const dateLater = (witness: string) =>
    owner.query(`update log_cosignature set signed_at = signed_at + interval '1 hour' where witness = $1`, [witness])
  await dateLater('west.example')
  expect((await auditor.call(showWitnesses, {})).day).toEqual(before)
  await dateLater('south.example')
  expect((await auditor.call(showWitnesses, {})).day).toEqual({ closed: before.closed, witnessed: 0 })
  await owner.end()
  own.clock.forward(dayMs)
  expect((await (await own.operator('auditor')).call(showWitnesses, {})).day.closed).toBe(0)
})

test('without enough witnesses the console says since when, and after a while that bets stand still', async () => {
  const own = await openWitnessedHouse(serveCosigner, { north: 'http://127.0.0.1:9/', west: 'http://127.0.0.1:9/' })
  house = own
  await own.pass(60)
  const auditor = await own.operator('auditor')
  await own.app.witnesses.look(false)
  const first = await own.app.db.query
    .selectFrom('log_record')
    .select('at')
    .where('type', '=', 'close')
    .orderBy('seq')
    .executeTakeFirstOrThrow()
  const since = first.at.getTime()
  const shown = await auditor.call(showWitnesses, {})
  expect(shown.unwitnessed).toEqual({ since, betsStopAt: since + 300_000 })
  expect([shown.newest!.isWitnessed, shown.day.witnessed]).toEqual([false, 0])
  const alarms = async () => (await auditor.call(showDesk, {})).alarms.filter(({ kind }) => kind === 'witnesses')
  expect([await alarms(), (await auditor.call(showGames, {})).beacon.stop]).toEqual([[], null])

  await own.pass(306)
  await own.app.beacon.look()
  await own.app.witnesses.look(false)
  expect(await alarms()).toEqual([{ kind: 'witnesses', what: '2 of north, south, west are needed', since }])
  expect((await auditor.call(showGames, {})).beacon.stop).toBe('no_witnesses')
})

test('a site that asks no witnesses, or needs none, says so', async () => {
  house = await openDrawHouse()
  const auditor = await house.operator('auditor')
  expect(await auditor.call(showWitnesses, {})).toMatchObject({
    policy: null,
    newest: null,
    unwitnessed: null,
    day: { closed: 0, witnessed: null },
  })
  await house.close()
  const file = join(await mkdtemp(join(tmpdir(), 'clearball-policy-')), 'policy')
  await writeFile(file, 'quorum none\n')
  house = await openDrawHouse({ witnesses: file })
  await house.liveUntil(house.clock.nowMs() + 120_000)
  const shown = await (await house.operator('auditor')).call(showWitnesses, {})
  expect(shown).toMatchObject({ policy: { quorum: null, witnesses: [] }, unwitnessed: null, day: { witnessed: null } })
  expect(shown.newest!.isWitnessed).toBe(false)
  expect(shown.day.closed).toBeGreaterThan(0)
})
