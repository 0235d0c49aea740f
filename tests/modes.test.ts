import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabaseUrl } from '#server/testing/test-cluster'
import { openPrograms } from './program.ts'

let folder: string
const { run, stopAll } = openPrograms(() => folder)
const made: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearball-modes-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await stopAll()
  for (const name of made) await asked(`drop database ${name} with (force)`, testDatabaseUrl('postgres', 'postgres'))
  await rm(folder, { recursive: true, force: true })
})

async function asked<Row extends object>(statement: string, url: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** An empty database that belongs to the owner role, as an administrator creates it. */
async function newDatabase(name: string) {
  made.push(name)
  await asked(`create database ${name} owner clearball_owner`, testDatabaseUrl('postgres', 'postgres'))
  const owner = testDatabaseUrl('clearball_owner', name)
  // A folder of its own, because a node remembers the log of the database it saw last.
  const DATA_DIR = join(folder, name)
  const DATABASE_URL = testDatabaseUrl('clearball_server', name)
  const env = { DATABASE_URL, DATABASE_OWNER_URL: owner, DATA_DIR, SELF_CHECK: 'off' }
  return { env, ask: <Row extends object>(statement: string) => asked<Row>(statement, owner) }
}

const keys = { PASSWORD_PEPPER: 'p'.repeat(32), OPERATOR_KEY: 'ab'.repeat(32), DRAW_KEY: 'd'.repeat(32) }
const real = {
  ...keys,
  MODE: 'real',
  SELF_CHECK: 'on',
  BEACON: 'public',
  // Nothing answers there: nothing is drawn, and nothing leaves this machine.
  BEACON_RELAYS: 'http://127.0.0.1:9',
  LICENCE_TEXT: 'Licence 1 of the authority',
  SMTP_URL: 'smtp://127.0.0.1:9',
  PUBLIC_URL: 'https://play.example',
  CONSOLE_URL: 'https://desk.example',
}

/** How many rows each table has, and which migrations ran. */
const rowsOf = `select relname, (xpath('/row/c/text()', query_to_xml(format('select count(*) as c from %I', relname), false, true, '')))[1]::text as rows
  from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
const peopleOf = `select (select count(*)::integer from operator) as operators, (select count(*)::integer from player) as players,
  (select count(*)::integer from invitation) as invitations, (select count(*)::integer from receiving_account) as receiving`
const nobody = { operators: 0, players: 0, invitations: 0, receiving: 0 }

async function startAndStop(env: Record<string, string>, signal: NodeJS.Signals = 'SIGINT'): Promise<string> {
  const app = run(env)
  await app.ready()
  app.app.kill(signal)
  expect(await app.ended).toBe(0)
  return app.said()
}

test('an unusable database is reported in one sentence, without a stack', { timeout: 240_000 }, async () => {
  const good = testDatabaseUrl('clearball_server', 'no_such_database')
  const problems: [url: string, says: RegExp][] = [
    [
      'postgres://app:secret@127.0.0.1:9/clearball',
      /^The database is out of reach: connect ECONNREFUSED 127\.0\.0\.1:9$/,
    ],
    [good, /^The database refuses the log-in: database "no_such_database" does not exist$/],
    [good.replace(/:[^:@]+@/, ':wrong@'), /^The database refuses the log-in: password authentication failed/],
  ]
  for (const [DATABASE_URL, says] of problems) {
    const app = run({ ...keys, DATABASE_URL })
    expect(await app.ended).toBe(1)
    expect(app.said().trim()).toMatch(says)
    expect(app.said()).not.toMatch(/\n +at |secret/)
  }
})

test(
  'a database from before the baseline is reported in one sentence, without a stack',
  { timeout: 60_000 },
  async () => {
    const { env, ask } = await newDatabase('from_before')
    await ask('create table migration (version bigint primary key)')
    const app = run({ ...env, ...keys })
    expect(await app.ended).toBe(1)
    expect(app.said().trim()).toMatch(
      /^The database from_before was made by a version from before .*: create an empty database and start with it .*\.$/,
    )
  },
)

// These tests start the whole program: seconds each on a busy machine.
describe('a database is for play money or for real money', { timeout: 240_000 }, () => {
  test('a node that forgot MODE refuses a real-money database by name and writes nothing into it', async () => {
    const { env, ask } = await newDatabase('made_for_real')
    // Behind an https proxy that is not named, everybody would share one address's limits.
    expect(await startAndStop({ ...env, ...real })).toContain('PUBLIC_URL is https and TRUSTED_PROXIES is empty')
    const before = await ask(rowsOf)
    expect(await ask(peopleOf)).toEqual([nobody])
    for (const flag of [{}, { SEED_DEMO: 'on' }]) {
      const forgetful = run({ ...env, ...keys, ...flag })
      expect(await forgetful.ended).toBe(1)
      expect(forgetful.said().trim()).toBe(
        'The database made_for_real was made for real money (MODE=real); this node is started with MODE=demo.',
      )
      expect(await ask(rowsOf)).toEqual(before)
    }
    const named = await startAndStop({ ...env, ...real, TRUSTED_PROXIES: '10.0.0.1' }, 'SIGTERM')
    expect(named).not.toContain('TRUSTED_PROXIES is empty')
  })

  test('a demonstration’s database is refused for real money, whatever its beacon', async () => {
    const { env, ask } = await newDatabase('made_for_play')
    const { BEACON, BEACON_RELAYS } = real
    await startAndStop({ ...env, ...keys, BEACON, BEACON_RELAYS, SEED_DEMO: 'on' })
    const before = await ask(rowsOf)
    const rich = run({ ...env, ...real })
    expect(await rich.ended).toBe(1)
    expect(rich.said().trim()).toBe(
      'The database made_for_play was made for play money (MODE=demo); this node is started with MODE=real.',
    )
    expect(await ask(rowsOf)).toEqual(before)
  })

  test('an outside database gets the people of the demonstration once, while it is empty, and only when asked', async () => {
    const { env, ask } = await newDatabase('unasked')
    const said = await startAndStop({ ...env, ...keys })
    expect(await ask(peopleOf)).toEqual([nobody])
    expect(said).not.toContain('demo-console')
    expect(await startAndStop({ ...env, ...keys, SEED_DEMO: 'on' })).toContain('demo-console')
    const [seeded] = await ask<typeof nobody>(peopleOf)
    expect(seeded).toMatchObject({ operators: 6, players: 1 })

    const forgetful = run({ ...env, ...keys, PASSWORD_PEPPER: 'q'.repeat(32) })
    expect(await forgetful.ended).toBe(1)
    expect(forgetful.said().trim()).toMatch(/^PASSWORD_PEPPER is not the one with which this database was used: .*\.$/)

    // Invitation and addresses that were removed are not added again.
    await ask(
      'delete from receiving_account where kind = $$usdt$$ and not exists (select from deposit where receiving_id = receiving_account.id)',
    )
    await ask('update player set account = $$somebody$$, phone = $$+84900000001$$, email = $$x@players.example$$')
    const changed = await ask(peopleOf)
    await startAndStop({ ...env, ...keys, SEED_DEMO: 'on' })
    expect(await ask(peopleOf)).toEqual(changed)
  })
})
