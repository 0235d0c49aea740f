import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { House } from './open-house.ts'

/** Rows that a test keeps locked: a query that ends in `for update`. */
type Held = { readonly query: string; readonly of: readonly unknown[] }

type Met<T> = {
  readonly results: PromiseSettledResult<T>[]
  /** The tables of which the requests that waited had locked or changed rows by then. */
  readonly locked: readonly string[]
}

/**
 * Keeps rows locked, sends requests, and lets go once every one of them waits for a lock. Whatever a request reads or locks
 * before it comes to these rows, it has read and locked by then: an order of events that racing would meet by luck alone.
 */
export async function meetAt<T>(house: House, held: Held, requests: readonly (() => Promise<T>)[]): Promise<Met<T>> {
  const holder = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(held.query, [...held.of])
    const sent = Promise.allSettled(requests.map((send) => send()))
    const locked = await lockedByWaiting(holder, requests.length)
    await holder.query('commit')
    return { results: await sent, locked }
  } finally {
    await holder.end()
  }
}

/** Weaker locks are those of reading, which nobody waits for. A wait for a row is one for its writer, in no database. */
const rowLocks = `
  select count(distinct pid)::integer as waiting,
    array_agg(distinct relation::regclass::text) filter (where mode in ('RowShareLock', 'RowExclusiveLock')) as tables
  from pg_locks
  where database = (select oid from pg_database where datname = current_database()) and locktype = 'relation'
    and pid in (select pid from pg_locks where not granted)`

async function lockedByWaiting(client: Client, count: number): Promise<string[]> {
  for (let waitedMs = 0; waitedMs < 15_000; waitedMs += 20) {
    const { rows } = await client.query<{ waiting: number; tables: string[] | null }>(rowLocks)
    if (rows[0]!.waiting >= count) return rows[0]!.tables ?? []
    await sleep(20)
  }
  throw new Error(`fewer than ${count} requests came to wait`)
}

export const playerRow = (id: string): Held => ({ query: 'select from player where id = $1 for update', of: [id] })
