import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { House } from '../open-house.ts'

/** The rows that a test locks: a query that ends in `for update`. */
type Held = { readonly query: string; readonly of: readonly unknown[] }

type Met<T> = {
  readonly results: PromiseSettledResult<T>[]
  /** The tables in which the waiting requests had locked or changed rows by then. */
  readonly locked: readonly string[]
}

/**
 * Locks rows, sends requests, each once those before it wait for a lock, and releases the rows once all of them wait. By then each
 * request has read and locked everything that precedes its wait: an order of events that a race would produce only by luck.
 */
export async function meetAt<T>(house: House, held: Held, requests: readonly (() => Promise<T>)[]): Promise<Met<T>> {
  const holder = new Client({ connectionString: house.databaseUrl('clearball_owner') })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(held.query, [...held.of])
    const sent: Promise<PromiseSettledResult<T>[]>[] = []
    let locked: string[] = []
    for (const send of requests) {
      sent.push(Promise.allSettled([send()]))
      locked = await lockedByWaiting(holder, sent.length)
    }
    await holder.query('commit')
    return { results: (await Promise.all(sent)).flat(), locked }
  } finally {
    await holder.end()
  }
}

/** Leaves out read locks, which block nobody. A wait for a row is a wait for the writer's transaction, which names no database. */
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
