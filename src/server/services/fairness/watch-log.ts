import { Kysely, PostgresDialect } from 'kysely'
import type { PoolClient } from 'pg'
import type { App } from '../../world/app.ts'
import type { Tables } from '../../world/members/tables.generated.ts'
import { setStanding } from '../node/standing-alarm.ts'

/**
 * Compares the database with what this node saw of the public log. While something is missing, an alarm is open: the database
 * refuses to move money and to take bets, on every node, and nothing is signed (`openPublicLog`). The alarm ends when the complete
 * database is back. Returns what is missing.
 */
export async function watchLog(app: App): Promise<string | null> {
  const mark = app.logMark
  const missing = await mark.missingIn(app.db.query)
  if (missing) app.log.error({ missing, file: mark.file }, 'the database lost signed records; money is stopped')
  await setStanding(app, 'log', missing)
  if (!missing) await mark.follow(app.db.query)
  return missing
}

/**
 * After a failover, a new connection may lead to another server. Each new connection is therefore compared before it is used, and
 * made read-only if something is missing: a server that is behind is noticed before the first bet, not a second later.
 */
export function guardConnections({ db, logMark }: Pick<App, 'db' | 'logMark'>): void {
  const onConnect = async (client: PoolClient) => {
    const missing = await logMark.missingIn(asQueryable(client))
    if (!missing) return
    await client.query(`set default_transaction_read_only = on`)
    // The pool closes it after one use, so that no read-only connection is left when the complete server is back.
    Object.assign(client, { _poolUseCount: Infinity })
  }
  for (const pool of [db.pool, db.bettingPool]) Object.assign(pool.options, { onConnect })
}

/** Wraps one connection for queries; the pool closes it. */
function asQueryable(client: PoolClient): Kysely<Tables> {
  const one = { query: client.query.bind(client), release: () => {} } as unknown as PoolClient
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: { connect: async () => one, end: async () => {} } }),
  })
}
