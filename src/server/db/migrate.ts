import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import Postgrator from 'postgrator'

const folder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Any fixed number will do, as long as every node takes the same. */
const migrationLock = 7_261_001

/**
 * Brings the schema up to date as its owner. One transaction around everything: a process killed half-way leaves the
 * schema as it was, and a second node waits at the lock until the first is done.
 */
export async function migrate(ownerUrl: string): Promise<{ applied: string[] }> {
  const client = new Client({ connectionString: ownerUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock])
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    const postgrator = new Postgrator({
      driver: 'pg',
      database: rows[0]!.name,
      migrationPattern: `${folder}/*.sql`,
      schemaTable: 'public.migration',
      validateChecksums: true,
      newline: 'LF',
      execQuery: (sql) => client.query(sql),
    })
    const applied = await postgrator.migrate()
    await client.query('commit')
    return { applied: applied.map((each) => each.filename.split('/').pop() ?? '') }
  } finally {
    await client.end()
  }
}
