import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { describeTables } from '../../../scripts/tables/table-types.ts'
import { testDatabaseUrl } from '../testing/test-cluster.ts'
import { migrate, serverProblem } from './migrate.ts'
import { schemaFiles } from './schema-files.ts'

const database = `migrated_${process.pid}`
const url = testDatabaseUrl('clearball_owner', database)
const superuser = new Client({ connectionString: testDatabaseUrl('postgres', 'postgres') })
/** Connected to a database that has the schema. */
let owner: Client
beforeAll(async () => {
  await superuser.connect()
  await superuser.query(`create database ${database} owner clearball_owner`)
  await migrate(url, 'demo')
  owner = new Client({ connectionString: url })
  await owner.connect()
})
afterEach(() => superuser.query('drop database if exists empty_house with (force)'))
afterAll(async () => {
  await owner.end()
  await superuser.query(`drop database ${database} with (force)`)
  await superuser.end()
})

async function emptyDatabase(statement = 'select'): Promise<{ address: string; tables: () => Promise<string[]> }> {
  await superuser.query('create database empty_house owner clearball_owner')
  const address = testDatabaseUrl('clearball_owner', 'empty_house')
  const ask = async (text: string) => {
    const client = new Client({ connectionString: address })
    await client.connect()
    const { rows } = await client.query<{ name: string }>(text)
    await client.end()
    return rows.map(({ name }) => name)
  }
  await ask(statement)
  return {
    address,
    tables: () => ask(`select tablename as name from pg_tables where schemaname = 'public' order by 1`),
  }
}

describe('the schema', () => {
  test('the generated table types match it', async () => {
    const written = await readFile(new URL('../world/members/tables.generated.ts', import.meta.url), 'utf8')
    expect(written).toBe(await describeTables(url))
  })

  test('applying it again, even by eight nodes at once, changes nothing', async () => {
    const runs = await Promise.all(Array.from({ length: 8 }, () => migrate(url, 'demo')))
    expect(runs.flatMap((run) => run.applied)).toEqual([])
  })

  test('eight nodes that start on an empty database create it once', async () => {
    const { address } = await emptyDatabase()
    const runs = await Promise.all(Array.from({ length: 8 }, () => migrate(address, 'demo')))
    expect(runs.filter((run) => run.applied.length > 0)).toHaveLength(1)
  })

  test('a failure half-way leaves nothing behind, and its message names the file', async () => {
    // The last file of the baseline creates a table of this name and fails.
    const { address, tables } = await emptyDatabase('create table active_day ()')
    await expect(migrate(address, 'demo')).rejects.toThrow(/^baseline\.sql: relation "active_day" already exists$/)
    expect(await tables()).toEqual(['active_day'])
  })

  test('a database from before the baseline is refused in a sentence that says what to do', async () => {
    const { address, tables } = await emptyDatabase('create table migration (version bigint primary key)')
    await expect(migrate(address, 'real')).rejects.toThrow(
      'The database empty_house was made by a version from before the first release and cannot be carried over: create an empty database and start with it and with an empty DATA_DIR.',
    )
    await expect(migrate(address, 'demo', '/srv/clearball')).rejects.toThrow(
      'The database in /srv/clearball was made by a version from before the first release and cannot be carried over: delete that folder and start again.',
    )
    expect(await tables()).toEqual(['migration'])
  })

  test('a server that is too old is refused before anything is written, and the message names its version', async () => {
    const { address, tables } = await emptyDatabase()
    const { query } = Client.prototype
    const answerAsOlder = function (this: Client, text: unknown, ...rest: unknown[]): unknown {
      const asked = text === 'show server_version' ? `select '14.8' as server_version` : text
      return Reflect.apply(query, this, [asked, ...rest])
    }
    const older = vi.spyOn(Client.prototype, 'query').mockImplementation(answerAsOlder)
    await expect(migrate(address, 'demo')).rejects.toThrow('The database server is PostgreSQL 14.8; Clearball needs 15')
    older.mockRestore()
    expect(await tables()).toEqual([])
    expect(serverProblem('14.8 (Debian 14.8-1)')).toBe(
      'The database server is PostgreSQL 14.8 (Debian 14.8-1); Clearball needs 15 or newer.',
    )
    expect([serverProblem('15.0'), serverProblem('18.1'), serverProblem('19beta1')]).toEqual([null, null, null])
  })
})

describe('tables', () => {
  test('a node of an older release does not start on a newer schema', async () => {
    await owner.query(`insert into schema_migration (version, name, checksum) values (9999, 'to-come', '')`)
    await expect(migrate(url, 'demo')).rejects.toThrow(
      /is version 9999 and this release knows \d+: start the newer release/,
    )
    await owner.query('delete from schema_migration where version = 9999')
  })

  test('a baseline or a migration that was changed after it was applied stops the start', async () => {
    const { rows } = await owner.query<{ checksum: string }>('select checksum from schema_migration where version = 0')
    await owner.query(`update schema_migration set checksum = 'another' where version = 0`)
    await expect(migrate(url, 'demo')).rejects.toThrow(/^The checksum of baseline\.sql is not the one/)
    await owner.query('update schema_migration set checksum = $1 where version = 0', [rows[0]!.checksum])
  })
})

describe('functions', () => {
  /** Makes the database look as if it came from a release in which the function had another text. */
  const asIfEarlier = (name: string, statement: string) =>
    owner.query(`update schema_function set checksum = 'earlier ' || id where name = '${name}'; ${statement}`)
  const signatures = async (name: string) =>
    (
      await owner.query<{ signature: string }>(
        'select oid::regprocedure::text as signature from pg_proc where proname = $1 order by 1',
        [name],
      )
    ).rows.map(({ signature }) => signature)

  test('are remembered with the checksums of their files', async () => {
    const { functions } = schemaFiles
    const { rows } = await owner.query('select name, checksum from schema_function order by name collate "C"')
    expect(rows).toEqual(functions.map(({ name, checksum }) => ({ name, checksum })))
  })

  test('one whose file changed is applied again, once, with its arguments and its rights', async () => {
    await asIfEarlier(
      'lock_accounts',
      `drop function lock_accounts; create function lock_accounts(ref text) returns text language sql as 'select ref'`,
    )
    expect(await migrate(url, 'demo')).toEqual({ applied: ['functions/lock_accounts.sql'] })
    expect(await migrate(url, 'demo')).toEqual({ applied: [] })
    expect(await signatures('lock_accounts')).toEqual(['lock_accounts(text[])'])
    const { rows } = await owner.query(`
      select has_function_privilege('clearball_app', 'lock_accounts(text[])', 'execute') as of_app,
        has_function_privilege('public', 'lock_accounts(text[])', 'execute') as of_all`)
    expect(rows).toEqual([{ of_app: true, of_all: false }])
  })

  test('one that triggers use is replaced in place', async () => {
    await asIfEarlier(
      'refuse_change',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    )
    expect(await migrate(url, 'demo')).toEqual({ applied: ['functions/refuse_change.sql'] })
    await owner.query(`insert into seal values (1, 0, 1, 1, '', '', now())`)
    await expect(owner.query('delete from seal')).rejects.toThrow('seal is append-only')
  })

  test('a release with an earlier text of a function, or without a function, does not start', async () => {
    await owner.query(`insert into schema_function (name, checksum) values ('is_open', 'later')`)
    await expect(migrate(url, 'demo')).rejects.toThrow(
      /is newer than this release, which has an earlier text of the function is_open: start the newer release\.$/,
    )
    await owner.query(`delete from schema_function where checksum = 'later';
      insert into schema_function (name, checksum) values ('to_come', 'x');
      create function to_come() returns integer language sql as 'select 1'`)
    await expect(migrate(url, 'demo')).rejects.toThrow(/which does not have the function to_come: start the newer/)
    // A migration of a later release would drop a function like this.
    await owner.query('drop function to_come')
    expect(await migrate(url, 'demo')).toEqual({ applied: [] })
  })
})
