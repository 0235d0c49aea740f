import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Client } from 'pg'
import Postgrator from 'postgrator'
import type { Config } from '../world/config.ts'
import { StartProblem } from '../world/start-problem.ts'
import { connectClient } from './hosts.ts'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any fixed number will do, as long as every node takes the same. */
const migrationLock = 7_261_001

type Mode = Config['mode']

/**
 * Brings the schema up to date as its owner. One transaction around everything: a process killed half-way leaves the
 * schema as it was, and a second node waits at the lock until the first is done. A database that was made for the other mode
 * is refused before anything is written.
 */
export async function migrate(ownerUrl: string, mode: Mode): Promise<{ applied: string[] }> {
  const client = await connectClient(ownerUrl, { connectionTimeoutMillis: 10_000 })
  try {
    await checkServer(client)
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const database = rows[0]!.name
    await checkHouse(client, database, mode)
    const postgrator = new Postgrator({
      driver: 'pg',
      database,
      migrationPattern: `${folder}/*.sql`,
      schemaTable: 'public.migration',
      validateChecksums: true,
      newline: 'LF',
      execQuery: (sql) => client.query(sql),
    })
    const applied = await postgrator.migrate()
    await client.query('insert into public.house (is_demo) values ($1) on conflict do nothing', [mode === 'demo'])
    // A database from before it remembered has found out what it is only now.
    await checkHouse(client, database, mode)
    await client.query('commit')
    return { applied: applied.map((each) => each.filename.split('/').pop() ?? '') }
  } finally {
    await client.end()
  }
}

/** Older servers lack what the schema is written in. */
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

async function checkHouse(client: Client, database: string, mode: Mode): Promise<void> {
  const madeFor = await readOne<Mode>(
    client,
    'house',
    `select case when is_demo then 'demo' else 'real' end as value from public.house`,
  )
  if (madeFor !== null && madeFor !== mode)
    throw new StartProblem(
      `The database ${database} was made for ${money[madeFor]}; this node is started with MODE=${mode}.`,
    )
  const version = await readOne<number>(
    client,
    'migration',
    'select max(version)::integer as value from public.migration',
  )
  const known = await knownVersion()
  if (version !== null && version > known)
    throw new StartProblem(
      `The schema of the database ${database} is version ${version} and this release knows ${known}: start the newer release.`,
    )
}

async function readOne<Value>(client: Client, table: string, statement: string): Promise<Value | null> {
  const found = await client.query('select to_regclass($1) is not null as is_there', [`public.${table}`])
  if (!found.rows[0].is_there) return null
  return (await client.query<{ value: Value | null }>(statement)).rows[0]?.value ?? null
}

/** The schema that this release was written for. */
export async function knownVersion(): Promise<number> {
  const names = await readdir(folder)
  return Math.max(...names.map((name) => Number.parseInt(name, 10)))
}
