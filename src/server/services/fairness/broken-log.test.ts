import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../../db/database.ts'
import { intrude } from '../../testing/ledger.ts'
import { type House, openHouse } from '../../testing/open-house.ts'
import { brokenLog } from './broken-log.ts'
import { openPublicLog } from './public-log.ts'

const records = 259
let house: House
beforeAll(async () => {
  house = await openHouse()
  await transaction(house.app.db, house.app.random, async (tx) => {
    const log = await openPublicLog(house.app, tx)
    const correction = { drawId: 'k3_5m:20260101:0001', outcome: [1, 2, 3], reason: 'a test' }
    // One more tile than full, with the records that the house began with.
    for (let paidExtra = 0; paidExtra < records; paidExtra++)
      await log.append({ type: 'correction', body: { ...correction, paidExtra: `${paidExtra}.00` } } as never)
  })
})
afterAll(() => house.close())

test('a log as it was written has no findings, and every record of it is told as done', async () => {
  const told: [number, number][] = []
  expect(await brokenLog(house.app.db.longRunning, (...each) => told.push(each))).toEqual([])
  expect(told.at(-1)![0]).toBeGreaterThanOrEqual(records)
  expect(told.at(-1)![0]).toBe(told.at(-1)![1])
})

const tampers: [what: string, statement: RawBuilder<unknown>, says: string][] = [
  [
    'an entry changed',
    sql`do $$ begin
      alter table log_record drop constraint log_record_leaf_is_its_hash;
      update log_record set entry = replace(entry, '"77.00"', '"78.00"');
    end $$`,
    'is not the one whose hash it has',
  ],
  [
    'an entry and its hash changed',
    sql`update log_record set entry = replace(entry, '"77.00"', '"78.00"'),
      leaf = sha256('\\x00'::bytea || convert_to(replace(entry, '"77.00"', '"78.00"'), 'UTF8')) where entry like '%"77.00"%'`,
    'has another root than its records',
  ],
  [
    'a checkpoint changed',
    sql`update log_checkpoint set root = sha256('x') where size = 100`,
    'is signed with another root',
  ],
  ['a checkpoint gone', sql`delete from log_checkpoint where size = 100`, 'has no checkpoint of size 100'],
  ['a record gone', sql`delete from log_record where seq = 99`, 'lacks record 99'],
  [
    'the newest checkpoint gone',
    sql`delete from log_checkpoint where size = (select max(size) from log_checkpoint)`,
    'is signed up to',
  ],
  ['a tile changed', sql`update log_tile_root set hash = sha256('x')`, 'tile 0 of level 1'],
  ['a tile made up', sql`insert into log_tile_root (level, index, hash) values (2, -1, sha256('x'))`, 'too many'],
]

test.each(tampers)('%s is found', async (_, statement, says) => {
  const undone = new Error('undone')
  const tampered = intrude(house, async (tx) => {
    await statement.execute(tx)
    expect((await brokenLog(tx)).join('\n')).toContain(says)
    throw undone
  })
  await expect(tampered).rejects.toBe(undone)
})
