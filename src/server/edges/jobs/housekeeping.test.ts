import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quicknet, roundTimeMs } from '#core/fairness/beacon'
import vectors from '../../../core/fairness/testing/drand-quicknet.json' with { type: 'json' }
import { openRelay } from '../../testing/draws/stand-in-relay.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { every } from './every.ts'
import { keepHouse, startHousekeeping } from './housekeeping.ts'
import { startSignals } from './signals.ts'

let house: House
let owner: Client
beforeAll(async () => {
  house = await openHouse()
  owner = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await house.close()
})

const captchas = async () =>
  (await owner.query<{ left: number }>('select count(*)::integer as left from used_captcha')).rows[0]!.left

test('expired rows are removed in batches, all of them', async () => {
  // Not yet expired by the house's own clock, so that its own running job leaves them alone.
  const soon = new Date(house.clock.nowMs() + 3_600_000).toISOString()
  await owner.query(`insert into used_captcha (signature, expires_at)
    select decode(lpad(to_hex(n), 8, '0'), 'hex'), '${soon}' from generate_series(1, 25) n;
    create table deleted (rows integer);
    grant insert on deleted to clearball_app;
    create function count_deleted() returns trigger language plpgsql as $$
    begin insert into deleted select count(*) from gone; return null; end $$;
    create trigger counts after delete on used_captcha referencing old table as gone
      for each statement execute function count_deleted()`)
  const later = { ...house.clock, nowMs: () => house.clock.nowMs() + 7_200_000 }
  await keepHouse({ ...house.app, clock: later }, undefined, 10)
  const { rows } = await owner.query<{ rows: number }>('select rows from deleted where rows > 0')
  expect([await captchas(), rows.map((each) => each.rows)]).toEqual([0, [10, 10, 5]])
})

test('a table that cannot be cleaned stops neither new partitions nor the cleaning of other tables', async () => {
  await owner.query(`insert into used_captcha (signature, expires_at) values ('x', 'epoch');
    insert into event (audience, kind, body, at) values ('everybody', 'x', '{}', 'epoch');
    create function is_slow() returns trigger language plpgsql as $$
    begin raise exception 'canceling statement' using errcode = '57014'; end $$;
    create trigger is_slow before delete on event for each row execute function is_slow()`)
  house.clock.forward(400 * 24 * 3_600_000)
  await keepHouse(house.app)
  const part = `bet_${new Date(house.clock.nowMs()).toISOString().slice(0, 7).replace('-', '_')}`
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass(${part}) is not null as is_there`.execute(
    house.app.db.query,
  )
  expect([rows[0]!.is_there, await captchas()]).toEqual([true, 0])
  expect(
    house.logged.some((line) => line.includes('"job":"housekeeping"') && line.includes('"errorCode":"57014"')),
  ).toBe(true)
  await owner.query('drop trigger is_slow on event')
})

test('a job that throws, even synchronously, is logged with its name and retried', async () => {
  let runs = 0
  const job = every(house.app, { job: 'throws at once', pauseMs: 1 }, () => {
    runs++
    throw new Error('before the first wait')
  })
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThan(2)
  await job.stop()
  expect(house.logged.some((line) => line.includes('"job":"throws at once"'))).toBe(true)
})

test('a node that starts with its clock a month ahead removes nothing and looks for no signals until a round has confirmed its clock', async () => {
  const newest = vectors.positive.at(-1)!
  const relay = await openRelay(() => ({ body: JSON.stringify(newest) }))
  const [rightMs, monthMs] = [roundTimeMs(quicknet, newest.round) + 1_000, 31 * 24 * 3_600_000]
  const ahead = await openHouse({ atMs: rightMs + monthMs, beacon: 'public', beaconRelays: [relay.url] })
  const expiries = [rightMs - 1, rightMs + 1].map((ms) => new Date(ms))
  const { query } = ahead.app.db
  await query
    .insertInto('used_captcha')
    .values(expiries.map((at, nth) => ({ signature: Buffer.from([nth]), expires_at: at })))
    .execute()
  const left = async () =>
    (await query.selectFrom('used_captcha').select('expires_at').orderBy('expires_at').execute()).map(
      (row) => row.expires_at,
    )
  const jobs = [startHousekeeping(ahead.app), startSignals(ahead.app)]
  await ahead.app.beacon.look()
  // Longer than a run takes, and than the job waits before it looks again.
  await sleep(2_500)
  expect(await left()).toEqual(expiries)
  // Nor does it look for signals by that clock.
  expect(await query.selectFrom('signal_turn').select('name').execute()).toEqual([])
  ahead.clock.set(-monthMs)
  await ahead.app.beacon.look()
  await expect.poll(left, { timeout: 20_000 }).toEqual(expiries.slice(1))
  for (const job of jobs) await job.stop()
  await ahead.close()
  await relay.close()
})
