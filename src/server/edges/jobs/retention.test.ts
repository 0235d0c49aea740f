import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewPlayer } from '#contract/console/players'
import { type House, openHouse } from '../../testing/open-house.ts'
import { keepHouse } from './housekeeping.ts'

let house: House
// Not the first process of a node, so that its jobs seal nothing beside the test.
beforeAll(async () => void (house = await openHouse({ worker: 2 })))
afterAll(() => house.close())

/**
 * Tables from which the app may delete: expired answers and attempts, factors that their owner removed, saved views,
 * unattached pictures.
 */
const passing = [
  'announcement_draft',
  'attempt',
  'away_message',
  'event',
  'factor',
  'known_device',
  'liability_piece',
  'liability_seed',
  'liability_stake',
  'liability_turn',
  'node',
  'node_alarm',
  'play_draw',
  'play_sum',
  'push_message',
  'push_subscription',
  'recovery_code',
  'report_reader',
  'saved_view',
  'sign_in_ticket',
  'stored_answer',
  'told_alarm',
  'upload',
  'used_captcha',
  'verification_code',
]

const yearMs = 365.25 * 24 * 3_600_000

async function direct<Row>(query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(house.app.db.query)).rows
}

/** Every table and partition from which nothing may be deleted. */
async function keptTables(): Promise<string[]> {
  const rows = await direct(sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
  return rows.map(({ name }) => name).filter((name) => !passing.includes(name))
}

async function counts(): Promise<Record<string, bigint>> {
  const counted: Record<string, bigint> = {}
  for (const name of await keptTables()) {
    const [row] = await direct(sql<{ count: bigint }>`select count(*) from ${sql.table(name)}`)
    counted[name] = row!.count
  }
  return counted
}

describe('K9: records that must be kept', () => {
  test('are still there after housekeeping of more than five years', async () => {
    const an = await house.player({ balance: '50.00' })
    await (await house.operator('support')).call(viewPlayer, { id: an.id })
    const before = await counts()
    for (const name of ['entry', 'transfer', 'session', 'operator_action', 'action_chain', 'player', 'mail'])
      expect(before[name], name).toBeGreaterThan(0n)
    for (let year = 0; year < 6; year++) {
      house.clock.forward(yearMs)
      await keepHouse(house.app)
    }
    const after = await counts()
    expect(after).toMatchObject(before)
    // Partitions were made for the new months, and none was dropped.
    const months = Object.keys(after).filter((name) => /^(bet|entry)_\d{4}_\d{2}$/.test(name))
    expect(months.length).toBeGreaterThan(Object.keys(before).filter((name) => months.includes(name)).length)
    const now = new Date(house.clock.nowMs()).toISOString().slice(0, 7).replace('-', '_')
    expect(months).toEqual(expect.arrayContaining([`bet_${now}`, `entry_${now}`]))
  })

  test('cannot be deleted, truncated, detached or dropped by the app’s role', async () => {
    const app = new Client({ connectionString: house.databaseUrl('clearball_server') })
    await app.connect()
    await app.query('set role clearball_app')
    for (const name of await keptTables()) {
      for (const statement of [`delete from ${name}`, `truncate ${name}`, `drop table ${name}`])
        await expect(app.query(statement), statement).rejects.toMatchObject({ code: '42501' })
    }
    const [part] = (await keptTables()).filter((name) => /^bet_\d{4}/.test(name))
    await expect(app.query(`alter table bet detach partition ${part}`)).rejects.toMatchObject({ code: '42501' })
    await app.end()
  })

  test('are deleted by none of the functions that the app may run with the owner’s rights', async () => {
    const lent = await direct(sql<{ name: string; body: string }>`
      select proname as name, coalesce(prosrc, '') as body from pg_proc
      where pronamespace = 'public'::regnamespace and prosecdef and has_function_privilege('clearball_app', oid, 'execute')`)
    expect(lent.length).toBeGreaterThan(5)
    expect(lent.filter(({ body }) => /\b(delete|truncate|drop|detach)\b/i.test(body)).map(({ name }) => name)).toEqual(
      [],
    )
  })
})
