import type { Client } from 'pg'
import type { Config } from '../world/config.ts'
import { StartProblem } from '../world/start-problem.ts'
import { connectClient } from './hosts.ts'
import { type SchemaFile, type SchemaFiles, schemaFiles } from './schema-files.ts'
import { type SchemaState, newerSchema, schemaStateQuery } from './schema-state.ts'

/** An arbitrary number, the same on every node. */
const migrationLock = 7_261_001

type Mode = Config['mode']

/**
 * Brings the schema up to date as its owner: the baseline if the database is empty, then the migrations that have not run yet, then
 * the functions whose files changed. All of it is one transaction: a process killed half-way leaves the schema as it was, and a
 * second node waits at the lock until the first is done. A database that was made for the other mode, or by a newer release, is
 * refused before anything is written. `dataFolder` is set where the database is the embedded server's.
 */
export async function migrate(ownerUrl: string, mode: Mode, dataFolder?: string): Promise<{ applied: string[] }> {
  const client = await connectClient(ownerUrl, { connectionTimeoutMillis: 10_000 })
  try {
    await checkServer(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = rows[0]!.name
    await checkOrigin(client, database, dataFolder)
    await checkMode(client, database, mode)
    const state = await readState(client)
    const newer = state && newerSchema(state, schemaFiles)
    if (newer) throw new StartProblem(`The schema of the database ${database} is ${newer}: start the newer release.`)
    const applied = await apply(client, schemaFiles, state)
    await client.query('insert into public.house (is_demo) values ($1) on conflict do nothing', [mode === 'demo'])
    await client.query('commit')
    return { applied }
  } finally {
    await client.end()
  }
}

/** Applies what the database does not have yet, and returns the names of the files it applied. */
async function apply(client: Client, files: SchemaFiles, state: SchemaState | null): Promise<string[]> {
  // Functions name functions and columns that are created later, so PostgreSQL must not check their bodies yet.
  await client.query('set local check_function_bodies = off')
  const tables = await applyTables(client, files, state?.version ?? -1)
  const functions = await applyFunctions(client, files, state)
  if (tables.length + functions.length > 0) {
    await client.query('set local check_function_bodies = on')
    const ofSchema = `from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'public'::regnamespace`
    await client.query(`select fmgr_sql_validator(pg_proc.oid) ${ofSchema} and lanname = 'sql'`)
    await client.query(`select plpgsql_validator(pg_proc.oid) ${ofSchema} and lanname = 'plpgsql'`)
  }
  return [...tables, ...functions]
}

/** The baseline is version 0. */
async function applyTables(client: Client, files: SchemaFiles, upto: number): Promise<string[]> {
  const all = [files.baseline, ...files.migrations].map((file, version) => ({ file, version }))
  const due = all.filter(({ version }) => version > upto)
  for (const { file, version } of due) {
    await run(client, file)
    const values = [version, file.name, file.checksum]
    await client.query('insert into schema_migration (version, name, checksum) values ($1, $2, $3)', values)
  }
  const { rows } = await client.query<{ version: number; checksum: string }>(
    'select version, checksum from schema_migration',
  )
  const changed = rows.find(({ version, checksum }) => all[version]!.file.checksum !== checksum)
  if (changed)
    throw new StartProblem(
      `The checksum of ${all[changed.version]!.file.name} is not the one with which it was applied: write a new migration instead of changing it.`,
    )
  return due.map(({ file }) => file.name)
}

async function applyFunctions(client: Client, files: SchemaFiles, state: SchemaState | null): Promise<string[]> {
  const inForce = new Map(state?.functions.map(({ name, checksum }) => [name, checksum]))
  const changed = files.functions.filter(({ name, checksum }) => inForce.get(name) !== checksum)
  for (const file of changed) {
    // `create or replace` with other arguments would create a second function, so the old one is dropped first. A function that a
    // trigger or an index uses cannot be dropped, only replaced.
    const { rows } = await client.query<{ signature: string }>(
      `select oid::regprocedure as signature from pg_proc
      where pronamespace = 'public'::regnamespace and proname = $1 and not exists (
        select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = pg_proc.oid and deptype = 'n')`,
      [file.name],
    )
    for (const { signature } of rows) await client.query(`drop function ${signature}`)
    await run(client, file)
    const values = [file.name, file.checksum]
    await client.query('insert into schema_function (name, checksum) values ($1, $2)', values)
  }
  return changed.map(({ name }) => `functions/${name}.sql`)
}

async function run(client: Client, { name, text }: SchemaFile): Promise<void> {
  try {
    await client.query(text)
  } catch (error) {
    if (error instanceof Error) error.message = `${name}: ${error.message}`
    throw error
  }
}

/** The schema uses features that older servers lack. */
const oldestServer = 16

async function checkServer(client: Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const problem = serverProblem(rows[0]!.server_version)
  if (problem) throw new StartProblem(problem)
}

export function serverProblem(version: string): string | null {
  if (Number.parseInt(version, 10) >= oldestServer) return null
  return `The database server is PostgreSQL ${version}; Clearball needs ${oldestServer} or newer.`
}

const money = { demo: 'play money (MODE=demo)', real: 'real money (MODE=real)' } as const

/** Versions from before the first release had other migrations, with a table of their own. */
async function checkOrigin(client: Client, database: string, dataFolder?: string): Promise<void> {
  if (!(await hasTable(client, 'migration'))) return
  throw new StartProblem(
    dataFolder
      ? `The database in ${dataFolder} was made by a version from before the first release and cannot be carried over: delete that folder and start again.`
      : `The database ${database} was made by a version from before the first release and cannot be carried over: create an empty database and start with it and with an empty DATA_DIR.`,
  )
}

async function checkMode(client: Client, database: string, mode: Mode): Promise<void> {
  if (!(await hasTable(client, 'house'))) return
  const { rows } = await client.query<{ is_demo: boolean }>('select is_demo from public.house')
  const madeFor = rows[0]!.is_demo ? 'demo' : 'real'
  if (madeFor !== mode)
    throw new StartProblem(
      `The database ${database} was made for ${money[madeFor]}; this node is started with MODE=${mode}.`,
    )
}

async function readState(client: Client): Promise<SchemaState | null> {
  if (!(await hasTable(client, 'schema_migration'))) return null
  return (await client.query<SchemaState>(schemaStateQuery)).rows[0]!
}

async function hasTable(client: Client, table: string): Promise<boolean> {
  const { rows } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [
    `public.${table}`,
  ])
  return rows[0]!.is_there
}
