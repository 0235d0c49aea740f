import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { templateDatabase, testDatabaseUrl } from '../../testing/test-cluster.ts'
import { makeVersionZero } from '../../testing/schema/version-zero.ts'
import { migrateTo } from '../migrate.ts'
import { type SchemaFiles, functionFile, migrationFile, schemaFiles } from '../schema-files.ts'
import { type SchemaState, newerSchema, schemaStateQuery } from '../schema-state.ts'
import { contractionsIn, headOfMigration } from './heads.ts'

const database = `beside_${process.pid}`
const ownerUrl = testDatabaseUrl('clearball_owner', database)
const superuser = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
let owner: Client
beforeAll(() => superuser.connect())
afterAll(() => superuser.end())
beforeEach(() => open(`template ${templateDatabase}`))
afterEach(close)

async function open(like: string): Promise<void> {
  await superuser.query(`create database ${database} ${like} owner clearball_owner`)
  owner = new Client({ connectionString: ownerUrl })
  await owner.connect()
}

async function close(): Promise<void> {
  await owner.end()
  await superuser.query(`drop database ${database} with (force)`)
}

/** A later release: this one with further migrations and with functions of its own. */
function release(migrations: readonly string[], functions: Readonly<Record<string, string>> = {}): SchemaFiles {
  const names = new Set(Object.keys(functions))
  return {
    ...schemaFiles,
    migrations: [...schemaFiles.migrations, ...migrations.map((text, at) => migrationFile(toCome(at + 1), text))],
    functions: [
      ...schemaFiles.functions.filter(({ name }) => !names.has(name)),
      ...Object.entries(functions).map(([name, text]) => functionFile(name, text)),
    ],
  }
}

/** The name of a release's nth migration of its own. */
const toCome = (nth: number) => `${String(schemaFiles.migrations.length + nth).padStart(4, '0')}-to-come.sql`

const upgrade = (files: SchemaFiles, dataFolder?: string) => migrateTo(files, { ownerUrl, mode: 'demo', dataFolder })
const state = async () => (await owner.query<SchemaState>(schemaStateQuery)).rows[0]!
const newer = async (files: SchemaFiles) => newerSchema(await state(), files)
const live = (secondsAgo = 0) =>
  owner.query(`insert into node (id, name, pictures, seen_at)
    values ('${randomUUID()}', 'old/${secondsAgo}', 'x', now() - interval '${secondsAgo} seconds')`)
const columns = async () =>
  (
    await owner.query<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = 'setting_change'::regclass and attnum > 0`,
    )
  ).rows.map(({ name }) => name)

const widening = '-- beside: yes\nalter table setting_change add column note text;'
const narrowing = '-- beside: no, because the former release writes it\nalter table setting_change drop column note;'
const textOf = (name: string) => schemaFiles.functions.find((each) => each.name === name)!.text
const isOpen = textOf('is_open')
const shorter = `${isOpen}\n-- The same in other words.`
const lockAccounts = textOf('lock_accounts')
const reshaped = lockAccounts.replace('(refs text[])', '(refs text[], patience integer default 0)')

describe('nodes of the former release', () => {
  test('go on beside tables and functions that are declared safe, and a node of it can still start', async () => {
    await live()
    const files = release([widening], {
      is_open: shorter,
      to_come: `create or replace function to_come() returns integer language sql as 'select 1'`,
    })
    expect((await upgrade(files)).applied).toHaveLength(3)
    expect(await newer(schemaFiles)).toMatchObject({ mayServe: true })
    expect(await upgrade(schemaFiles)).toEqual({ applied: [] })
    // It must not have put its own text back.
    expect((await state()).functions.filter(({ name }) => name === 'is_open')).toHaveLength(2)
    expect(await newer(files)).toBeNull()
  })

  test('are out beside a change that is not safe, and beside a safe one that follows it', async () => {
    await upgrade(release([widening, narrowing]))
    const later = release([widening, narrowing, '-- beside: yes\nalter table setting_change add column other text;'])
    await upgrade(later)
    expect(await newer(schemaFiles)).toMatchObject({ mayServe: false })
    expect(await newer(release([widening]))).toMatchObject({ mayServe: false })
    expect(await newer(release([widening, narrowing]))).toMatchObject({ mayServe: true })
    await expect(upgrade(release([widening]))).rejects.toThrow('start the newer release')
  })

  test('do not start on a newer schema with a text that it never had', async () => {
    await upgrade(release([widening]))
    await expect(upgrade(release([], { is_open: shorter }))).rejects.toThrow('start the newer release')
  })
})

describe('a change that is not safe', () => {
  test('is refused while a node lives, with the names of nodes and files, and changes nothing', async () => {
    await live(2)
    const files = release([widening, narrowing])
    const refused = await upgrade(files).then(String, (error: Error) => error.message)
    const { rows } = await owner.query<{ most: number }>(
      'select extract(epoch from now() - seen_at)::integer as most from node',
    )
    const said = new RegExp(
      `${toCome(2)}: the former release writes it\nNothing was changed.*\n {2}- old/2, seen (\\d+) s ago$`,
      's',
    )
    const seconds = Number(said.exec(refused)?.[1])
    expect([seconds >= 2, seconds <= rows[0]!.most], refused).toEqual([true, true])
    expect(await columns()).not.toContain('note')
    expect((await state()).version).toBe(schemaFiles.migrations.length)
    await owner.query('delete from node')
    expect((await upgrade(files)).applied).toHaveLength(2)
  })

  test('is applied where the last node was seen long ago, or where the server is embedded and nobody else can be there', async () => {
    await live(21)
    await upgrade(release([widening, narrowing]))
    await live()
    const more = release([
      widening,
      narrowing,
      '-- beside: no, because it may\nalter table setting_change add column b text;',
    ])
    await expect(upgrade(more)).rejects.toThrow(`${toCome(3)}: it may`)
    await upgrade(more, '/srv/clearball')
  })

  test.each([
    ['other arguments', { lock_accounts: reshaped }, 'lock_accounts: its arguments or its result change'],
    [
      'another result',
      { lock_accounts: lockAccounts.replace('returns bigint', 'returns numeric') },
      'lock_accounts: its arguments or its result change',
    ],
    ['a head that says so', { is_open: `-- beside: no, because it is stricter\n${isOpen}` }, 'is_open: it is stricter'],
  ])('is also a function with %s', async (_, functions, says) => {
    await live()
    const files = release([widening], functions)
    await expect(upgrade(files)).rejects.toThrow(says)
    expect(await columns()).not.toContain('note')
    await owner.query('delete from node')
    await upgrade(files)
    expect(await newer(schemaFiles)).toMatchObject({ mayServe: false })
  })

  test('fails as a whole: the former release can be started again', async () => {
    const files = release([widening, narrowing, '-- beside: yes\nalter table not_there add column b text;'])
    await expect(upgrade(files)).rejects.toThrow(`${toCome(3)}: relation "not_there" does not exist`)
    expect(await upgrade(schemaFiles)).toEqual({ applied: [] })
    expect(await columns()).not.toContain('note')
  })
})

test('a function is replaced in place, with the rights of its new text', async () => {
  const oid = async () =>
    (await owner.query<{ oid: number }>(`select oid from pg_proc where proname = 'lock_accounts'`)).rows
  const before = await oid()
  await upgrade(release([], { lock_accounts: lockAccounts.replace(/grant execute.*\n/, '') }))
  expect(await oid()).toEqual(before)
  const { rows } = await owner.query(`
    select has_function_privilege('clearball_app', 'lock_accounts(text[])', 'execute') as of_app,
      has_function_privilege('public', 'lock_accounts(text[])', 'execute') as of_all`)
  expect(rows).toEqual([{ of_app: false, of_all: false }])
})

test('a change that waits for a lock lets others through, and goes on when the lock is free', async () => {
  const holder = new Client({ connectionString: ownerUrl })
  await holder.connect()
  await holder.query('begin; select from setting_change')
  const upgrading = upgrade(release([widening]))
  await sleep(100)
  // Behind a lock that is waited for, this would wait for as long as the holder holds it.
  const beganMs = performance.now()
  for (let reads = 0; reads < 5; reads++) {
    await owner.query('select from setting_change')
    await sleep(200)
  }
  expect(performance.now() - beganMs).toBeLessThan(3_000)
  expect(await columns()).not.toContain('note')
  await holder.query('rollback')
  await upgrading
  expect(await columns()).toContain('note')
  await holder.end()
})

describe('a file outside of a transaction', () => {
  const indexes = `-- beside: yes
-- outside a transaction

create index concurrently if not exists setting_change_by_value on setting_change (value);

create index if not exists bet_by_stake on only bet (stake);

\\in-partitions bet_by_stake
`
  const isWhole = async () =>
    (
      await owner.query<{ name: string; indisvalid: boolean }>(
        `select relname as name, indisvalid from pg_index join pg_class on pg_class.oid = indexrelid where relname ~ 'by_(value|stake)$'`,
      )
    ).rows

  test('builds indexes concurrently, also in every partition, while other nodes start', async () => {
    await owner.query(`select make_partitions('bet', now(), 3)`)
    const files = release([indexes])
    const runs = await Promise.all([upgrade(files), upgrade(files), upgrade(files)])
    expect(runs.filter(({ applied }) => applied.length > 0)).toHaveLength(1)
    const found = await isWhole()
    expect(found.length).toBeGreaterThan(4)
    expect(found.every(({ indisvalid }) => indisvalid)).toBe(true)
  })

  test('is repeated after it was broken off, and builds broken indexes anew', async () => {
    await owner.query('create index setting_change_by_value on setting_change (value)')
    const broken = new Client({ connectionString: testDatabaseUrl('postgres', database) })
    await broken.connect()
    await broken.query(`update pg_index set indisvalid = false where indexrelid = 'setting_change_by_value'::regclass`)
    await broken.end()
    await upgrade(release([indexes]))
    expect((await isWhole()).every(({ indisvalid }) => indisvalid)).toBe(true)
  })
})

test('a database of the oldest supported schema is brought up to date, once no node of that release is left', async () => {
  await close()
  await open('')
  await makeVersionZero(ownerUrl)
  await live()
  await expect(upgrade(schemaFiles)).rejects.toThrow('0001-serve-beside-the-former-release.sql: releases before it')
  await owner.query('delete from node')
  const { applied } = await upgrade(schemaFiles)
  expect(applied).toHaveLength(schemaFiles.migrations.length + schemaFiles.functions.length)
  expect(await upgrade(schemaFiles)).toEqual({ applied: [] })
})

describe('the head of a migration', () => {
  test.each([
    'alter table a add column b text;',
    '-- Adds b.\n-- beside: yes',
    '-- beside: no',
    '-- beside: no, because ',
  ])('is required: %j', (text) => expect(() => headOfMigration('0009-x.sql', text)).toThrow('must open with'))

  test.each([
    ['alter table a drop column b', ['drop column']],
    ['alter table a rename to b', ['rename to']],
    ['alter table a alter column b type bigint', ['alter column b type']],
    ['alter table a alter column b set not null', ['set not null']],
    ['create index a_by_b on a (b)', ['create index a_by_b on a']],
    ['create table a (b text); create index a_by_b on a (b)', []],
    ['create index concurrently a_by_b on a (b)', []],
    ['create unique index if not exists a_by_b on only a (b)', []],
    ['alter table a add column b text -- and drop column c later', []],
  ])('does not say "yes" over what is not: %s', (statement, found) => {
    expect(contractionsIn(statement)).toEqual(found)
    const read = () => headOfMigration('0009-x.sql', `-- beside: yes\n${statement};`)
    if (found.length > 0) expect(read).toThrow(found[0])
    else expect(read()).toEqual({ notBeside: null, isOutside: false })
  })
})
