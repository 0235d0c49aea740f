import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { App } from '../../world/app.ts'
import type { Tables } from '../../world/members/tables.generated.ts'
import { setStanding } from '../node/standing-alarm.ts'

/**
 * Compares the database with what this node saw of the public log. While something is missing an alarm is open, and the
 * database refuses to move money and to take bets, on every node; nothing is signed either (`openPublicLog`). It ends when the
 * database that has it all is back. Says what is missing.
 */
export async function watchLog(app: App): Promise<string | null> {
  const mark = app.logMark
  const missing = await mark.missingIn(app.db.query)
  if (missing) app.log.error({ missing, file: mark.file }, 'the database lost what was signed; the house stands still')
  await setStanding(app, 'log', missing)
  if (!missing) await mark.follow(app.db.query)
  return missing
}

/**
 * Every new connection may be to another server than the last: it is compared before it is used, and where something is missing
 * it can only read. A failover to a server that is behind is noticed before the first bet, not a second later.
 */
export function guardConnections({ db, logMark }: Pick<App, 'db' | 'logMark'>): void {
  const onConnect = async (client: PoolClient) => {
    const missing = await logMark.missingIn(asQueryable(client))
    if (!missing) return
    await client.query(`set default_transaction_read_only = on`)
    // Used once and then closed by the pool, so that none is left when the server that has it all is back.
    Object.assign(client, { _poolUseCount: Infinity })
  }
  for (const pool of [db.pool, db.lane]) Object.assign(pool.options, { onConnect })
}

/** One connection as something to query; it is the pool's to close. */
function asQueryable(client: PoolClient): Kysely<Tables> {
  const one = { query: client.query.bind(client), release: () => {} } as unknown as PoolClient
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => {} } }),
  })
}
