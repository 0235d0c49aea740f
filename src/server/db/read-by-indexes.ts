import { sql } from 'kysely'
import type { Queryable } from '../world/members/database.ts'

/** Ways of reading that begin with a whole table, or with all that an index has of a value. */
const wholesale = ['enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin']

/**
 * For the rest of the transaction, rows are found one after the other by indexes, so that a query with a limit ends when it has
 * enough. Other plans are cheaper for a small table, and the planner may believe that a table is small, or that a value is frequent,
 * long after it was. Before 18 that makes every plan look dear, and compiling it would take longer than running it.
 */
export async function readByIndexes(tx: Queryable): Promise<void> {
  const settings = [...wholesale, 'jit'].map((name) => sql`set_config(${name}, 'off', true)`)
  await sql`select ${sql.join(settings)}`.execute(tx)
}
