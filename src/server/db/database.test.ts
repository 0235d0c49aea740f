import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoGranted } from '#core/ledger/postings'
import type { Cents } from '#core/money/cents'
import { move } from '../testing/ledger.ts'
import { type House, openHouse } from '../testing/open-house.ts'
import { watchLedger } from '../services/ledger/watch.ts'
import type { Queryable } from '../world/members/database.ts'
import { errorCode, openDatabase, snapshot, transaction } from './database.ts'

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

const asApp = (statement: string) => sql.raw(statement).execute(house.app.db.query)
const within = <T>(work: Parameters<typeof transaction<T>>[2]) => transaction(house.app.db, house.app.random, work)

describe('the app’s role', () => {
  test('may not touch the schema or the migrations', async () => {
    await expect(asApp('drop table player')).rejects.toMatchObject({ code: '42501' })
    await expect(asApp('update schema_migration set version = 9')).rejects.toMatchObject({ code: '42501' })
    await expect(asApp(`insert into schema_function (name, checksum) values ('x', 'x')`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(asApp('create table mine (x int)')).rejects.toMatchObject({ code: '42501' })
  })

  test('may not change the mode of the database, and cannot grant play money where money is real', async () => {
    for (const statement of [
      `insert into house (is_demo) values (true)`,
      'update house set is_demo = true',
      'delete from house',
    ])
      await expect(asApp(statement)).rejects.toMatchObject({ code: '42501' })
    const { id } = await house.player()
    await owner.query('update house set is_demo = false')
    await expect(move(house.app, demoGranted(id, 1n as Cents))).rejects.toMatchObject({ code: '23000' })
    await owner.query('update house set is_demo = true')
  })

  test('may change or delete rows of the listed tables and of no others', async () => {
    const { rows } = await owner.query(`
      select distinct table_name, privilege_type from information_schema.table_privileges
      where grantee = 'clearball_app' and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') order by 1, 2`)
    expect(rows.map((row) => `${row.table_name} ${row.privilege_type}`)).toEqual([
      'announcement_draft DELETE',
      'attempt DELETE',
      'away_message DELETE',
      'draw_tally UPDATE',
      'event DELETE',
      'factor DELETE',
      'known_device DELETE',
      'liability_piece DELETE',
      'liability_seed DELETE',
      'liability_stake DELETE',
      'liability_turn DELETE',
      'liability_turn UPDATE',
      'node DELETE',
      'node_alarm DELETE',
      'number_tally UPDATE',
      'operator UPDATE',
      'play_draw DELETE',
      'play_sum DELETE',
      'player UPDATE',
      'push_message DELETE',
      'push_subscription DELETE',
      'recovery_code DELETE',
      'report_reader DELETE',
      'saved_view DELETE',
      'sign_in_ticket DELETE',
      'stored_answer DELETE',
      'told_alarm DELETE',
      'trend UPDATE',
      'upload DELETE',
      'used_captcha DELETE',
      'verification_code DELETE',
      'witness_state UPDATE',
    ])
  })
})

describe('transactions', () => {
  test.each(['40001', '40P01'])('a transaction that fails with %s runs again from the start', async (code) => {
    let runs = 0
    const result = await within(async (tx) => {
      runs++
      if (runs < 4)
        await sql.raw(`do $$ begin raise exception 'try again' using errcode = '${code}'; end $$`).execute(tx)
      return 'done'
    })
    expect([result, runs]).toEqual(['done', 4])
  })

  test('retries are bounded, and other errors are not retried', async () => {
    let runs = 0
    const fail = (code: string) =>
      within(async (tx) => {
        runs++
        await sql.raw(`do $$ begin raise exception 'no' using errcode = '${code}'; end $$`).execute(tx)
      })
    await expect(fail('40001')).rejects.toSatisfy((error) => errorCode(error) === '40001')
    expect(runs).toBe(5)
    await expect(fail('23505')).rejects.toSatisfy((error) => errorCode(error) === '23505')
    expect(runs).toBe(6)
  })

  test('bigint columns arrive as bigint, to the last digit', async () => {
    const { rows } = await sql<{ n: bigint }>`select 9007199254740993::bigint as n`.execute(house.app.db.query)
    expect(rows[0]!.n).toBe(9007199254740993n)
  })

  test('the ledger watch does not wait while paying rebates holds a long-running connection', async () => {
    const { longRunning } = house.app.db
    await longRunning.connection().execute(async () => {
      await expect(watchLedger(house.app, { next: 1n, caused: 0n })).resolves.toBeUndefined()
    })
  })

  test('a tool at a terminal may read for as long as it takes, a node may not', async () => {
    const limits = async (longestMs?: number) => {
      const db = openDatabase({
        url: house.databaseUrl('clearball_server'),
        log: house.app.log,
        size: 1,
        ...(longestMs !== undefined && { longestMs }),
      })
      const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(
        db.longRunning,
      )
      await db.close()
      return rows[0]!.limit
    }
    expect([await limits(), await limits(0)]).toEqual(['30min', '0'])
  })

  test('losing a connection does not end the process, and the next query works', async () => {
    const cut = sql`select pg_terminate_backend(pg_backend_pid())`.execute(house.app.db.query)
    await expect(cut).rejects.toThrow()
    expect((await sql`select 1 as n`.execute(house.app.db.query)).rows).toEqual([{ n: 1 }])
  })
})

test('a snapshot reads one instant, whatever is committed meanwhile, and writes nothing', async () => {
  const count = async (db: Queryable) => (await sql`select count(*) from session`.execute(db)).rows[0]
  await snapshot(house.app.db, async (tx) => {
    const before = await count(tx)
    await house.player()
    expect(await count(tx)).toEqual(before)
    expect(await count(house.app.db.query)).not.toEqual(before)
  })
  const write = snapshot(house.app.db, (tx) => tx.deleteFrom('attempt').execute())
  await expect(write).rejects.toMatchObject({ code: '25006' })
})
