import { sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'
import type { House } from '../open-house.ts'

type Read = (tx: Queryable) => Promise<unknown>

/** How many rows of a table `read` takes from it, also inside database functions. Unlike the time, it is the same on any machine. */
export async function rowsRead({ app }: House, table: string, read: Read): Promise<number> {
  return app.db.query.transaction().execute(async (tx) => {
    // The connection may not have reported yet what its last transaction read.
    const before = await rowsSoFar(tx, table)
    await read(tx)
    return (await rowsSoFar(tx, table)) - before
  })
}

async function rowsSoFar(tx: Queryable, table: string): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select coalesce(sum(seq_tup_read + coalesce(idx_tup_fetch, 0)), 0)::integer as read from pg_stat_xact_user_tables
    where relid = ${table}::regclass or relid in (select inhrelid from pg_inherits where inhparent = ${table}::regclass)`.execute(
    tx,
  )
  return rows[0]!.read
}
