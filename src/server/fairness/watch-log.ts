import { hostname } from 'node:os'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { PoolClient } from 'pg'
import type { App } from '../app.ts'
import type { Tables } from '../db/tables.generated.ts'
import { markOf } from './log-mark.ts'

/** What a node saw of the log is its own, so only it can find that the database has it again. */
const source = `log@${hostname()}`

/**
 * Compares the database with what this node saw of the public log. While something is missing an alarm is open, and the
 * database refuses to move money and to take bets, on every node; nothing is signed either (`openPublicLog`). It ends when the
 * database that has it all is back. Says what is missing.
 */
export async function watchLog(app: App): Promise<string | null> {
  const { db, clock, log } = app
  const mark = markOf(app)
  const missing = await mark.missingIn(db.query)
  const open = await db.query
    .selectFrom('alarm')
    .select('id')
    .where('source', '=', source)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  const at = new Date(clock.nowMs())
  if (missing) log.error({ missing, file: mark.file }, 'the database lost what was signed; the house stands still')
  if (missing && !open) {
    const raising = db.query.transaction().execute(async (tx) => {
      // Connections to such a database only read, unless a transaction says that it means to write.
      await sql`set transaction read write`.execute(tx)
      await tx.insertInto('alarm').values({ source, what: missing, raised_at: at }).execute()
    })
    // A server that takes no writes at all moves no money either.
    await raising.catch((error: unknown) => log.error({ err: error }, 'the alarm could not be written'))
  }
  if (!missing && open) {
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', '=', open.id).execute()
    log.warn('the database has all that was signed again')
  }
  if (!missing) await mark.follow(db.query)
  return missing
}

/**
 * Every new connection may be to another server than the last: it is compared before it is used, and where something is missing
 * it can only read. A failover to a server that is behind is noticed before the first bet, not a second later.
 */
export function guardConnections(app: App): void {
  const onConnect = async (client: PoolClient) => {
    const missing = await markOf(app).missingIn(asQueryable(client))
    if (!missing) return
    await client.query(`set default_transaction_read_only = on`)
    // Used once and then closed by the pool, so that none is left when the server that has it all is back.
    Object.assign(client, { _poolUseCount: Infinity })
  }
  for (const pool of [app.db.pool, app.db.lane]) Object.assign(pool.options, { onConnect })
}

/** One connection as something to query; it is the pool's to close. */
function asQueryable(client: PoolClient): Kysely<Tables> {
  const one = { query: client.query.bind(client), release: () => {} } as unknown as PoolClient
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => {} } as never }),
  })
}
