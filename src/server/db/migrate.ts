import type { Client } from 'pg'
import type { Config } from '../world/config.ts'
import { StartProblem } from '../world/start-problem.ts'
import { connectClient } from './hosts.ts'
import { applySchema } from './migrating/apply.ts'
import { takeTurn } from './migrating/locks.ts'
import { type SchemaFile, type SchemaFiles, schemaFiles } from './schema-files.ts'
import { type SchemaState, newerSchema, schemaStateQuery } from './schema-state.ts'

type Mode = Config['mode']

type Given = { readonly ownerUrl: string; readonly mode: Mode; readonly dataFolder: string | undefined }

/**
 * Brings the schema up to date as its owner: the baseline if the database is empty, then the migrations that have not run yet, then
 * the functions whose files changed. A second node waits until the first is done. A database that was made for the other mode, or
 * by a newer release that this one cannot serve beside, is refused before anything is written, and so is a change that nodes which
 * run now cannot go on beside. `dataFolder` is set where the database is the embedded server's.
 */
export function migrate(ownerUrl: string, mode: Mode, dataFolder?: string): Promise<{ applied: string[] }> {
  return migrateTo(schemaFiles, { ownerUrl, mode, dataFolder })
}

/** Brings the schema to that of any release; tests have some of their own. */
export async function migrateTo(files: SchemaFiles, given: Given): Promise<{ applied: string[] }> {
  const { ownerUrl, mode, dataFolder } = given
  const client = await connectClient(ownerUrl, { connectionTimeoutMillis: 10_000 })
  try {
    await checkServer(client)
    await takeTurn(client)
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = rows[0]!.name
    await checkOrigin(client, database, dataFolder)
    await checkMode(client, database, mode)
    const state = await readState(client)
    const newer = state && newerSchema(state, files)
    // What the database has never had cannot be added to a schema that is newer otherwise.
    if (state && newer?.mayServe && neverApplied(state, files).length === 0) return { applied: [] }
    if (newer)
      throw new StartProblem(`The schema of the database ${database} is ${newer.words}: start the newer release.`)
    // Only one node works on an embedded server, and it holds the lock of its folder.
    const isShared = dataFolder === undefined
    return { applied: await applySchema(client, files, { state, isShared, isDemo: mode === 'demo' }) }
  } finally {
    await client.end()
  }
}

function neverApplied({ functions }: SchemaState, files: SchemaFiles): SchemaFile[] {
  const applied = new Set(functions.map(({ checksum }) => checksum))
  return files.functions.filter(({ checksum }) => !applied.has(checksum))
}

/** The schema uses features that older servers lack. */
const oldestServer = 15

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
