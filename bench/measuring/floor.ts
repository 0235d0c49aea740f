import type { Pool } from 'pg'
import { bettingPoolSize } from '#server/db/database'
import { askTogether } from '#server/db/together'

/**
 * The least that this machine can do for a row that must be durable: an insert into `plain_row`. Rows that arrive during
 * a commit share the next one, over as many connections as betting has, because no machine here commits ten thousand
 * times a second.
 */
export function openFloor(pool: Pick<Pool, 'query'>): (at: number) => Promise<unknown> {
  const lanes = Array.from({ length: bettingPoolSize }, () =>
    askTogether(async (rows: readonly number[]) => {
      await pool.query({
        name: 'plain_rows',
        text: 'insert into plain_row (delta) select unnest($1::bigint[])',
        values: [rows],
      })
      return rows
    }),
  )
  let arrived = 0
  return (at) => lanes[arrived++ % lanes.length]!(at)
}

/** One row in a transaction of its own. */
export function insertAlone(pool: Pick<Pool, 'query'>): (at: number) => Promise<unknown> {
  return (at) => pool.query({ name: 'plain_row', text: 'insert into plain_row (delta) values ($1)', values: [at] })
}
