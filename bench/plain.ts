import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Db } from '#server/world/members/database'

/** The smallest table that a durable row can go to. */
export const plainRow = 'create table plain_row (id bigint generated always as identity primary key, delta bigint)'

/** The tables of the baseline measurement, at the size of pgbench's scale 10. */
export async function preparePlain(owner: Client): Promise<void> {
  await owner.query(`
    create table plain_account as select id, 0::bigint as balance from generate_series(1, 1000000) id;
    create table plain_teller as select id, 0::bigint as balance from generate_series(1, 100) id;
    create table plain_branch as select id, 0::bigint as balance from generate_series(1, 10) id;
    alter table plain_account add primary key (id);
    alter table plain_teller add primary key (id);
    alter table plain_branch add primary key (id);
    create table plain_history (account int, teller int, branch int, delta bigint, at timestamptz);
    ${plainRow};
    grant all on plain_account, plain_teller, plain_branch, plain_history, plain_row to clearball_app`)
  await owner.query('vacuum analyze')
}

/** The transaction of the TPC-B benchmark as pgbench runs it: three updates, a read and an insert. */
export async function tpcb(db: Db): Promise<void> {
  const account = 1 + Math.floor(Math.random() * 1_000_000)
  const [teller, branch] = [1 + Math.floor(Math.random() * 100), 1 + Math.floor(Math.random() * 10)]
  await db.query.transaction().execute(async (tx) => {
    await sql`update plain_account set balance = balance + 1 where id = ${account}`.execute(tx)
    await sql`select balance from plain_account where id = ${account}`.execute(tx)
    await sql`update plain_teller set balance = balance + 1 where id = ${teller}`.execute(tx)
    await sql`update plain_branch set balance = balance + 1 where id = ${branch}`.execute(tx)
    await sql`insert into plain_history (account, teller, branch, delta, at)
      values (${account}, ${teller}, ${branch}, 1, now())`.execute(tx)
  })
}

type Load = { readonly clients: number; readonly seconds: number }

/** The throughput of `clients` that repeat `work` without a pause. */
export async function perSecond({ clients, seconds }: Load, work: (at: number) => Promise<unknown>): Promise<number> {
  let at = 0
  const measure = async (forMs: number) => {
    const startedMs = performance.now()
    let done = 0
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() - startedMs < forMs) {
          await work(at++)
          done++
        }
      }),
    )
    return done / ((performance.now() - startedMs) / 1000)
  }
  await measure(1_000)
  return measure(seconds * 1_000)
}

type Pace = { readonly rate: number; readonly seconds: number }

/** The latencies of `work` when it is begun `rate` times a second, whether or not earlier runs are done. */
export async function latencies({ rate, seconds }: Pace, work: (at: number) => Promise<unknown>): Promise<Percentiles> {
  const startedMs = performance.now()
  return percentiles(await paced({ rate, isOver: () => performance.now() - startedMs >= seconds * 1000 }, work))
}

/** Begins `work` evenly, `rate` times a second, until it is over, and returns how many milliseconds each run took. */
export async function paced(
  { rate, isOver }: { rate: number; isOver(): boolean },
  work: (at: number) => Promise<unknown>,
): Promise<number[]> {
  const took: number[] = []
  const startedMs = performance.now()
  const sent = new Set<Promise<void>>()
  for (let at = 0; !isOver();) {
    const due = Math.floor(((performance.now() - startedMs) * rate) / 1000)
    for (; at < due; at++) {
      const sentMs = performance.now()
      const one = work(at).then(() => void took.push(performance.now() - sentMs))
      sent.add(one)
      void one.finally(() => sent.delete(one))
    }
    await sleep(1)
  }
  await Promise.all(sent)
  return took
}

export type Percentiles = { readonly p50: number; readonly p99: number }

export function percentiles(took: readonly number[]): Percentiles {
  const sorted = took.toSorted((a, b) => a - b)
  return { p50: sorted[Math.floor(sorted.length / 2)]!, p99: sorted[Math.floor(sorted.length * 0.99)]! }
}

/**
 * A lower bound for any database: how long a request waits for an fsync. Requests that arrive during an fsync share the next one, as
 * bets do, so a pause of the disk delays all of them.
 */
export async function syncP99(seconds: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'clearball-bench-'))
  const file = await open(join(folder, 'log'), 'w')
  const block = Buffer.alloc(16_384, 1)
  for (let at = 0; at < 64; at++) await file.write(block, 0, block.length, at * block.length)
  await file.sync()
  const took: number[] = []
  const startedMs = performance.now()
  let coveredMs = startedMs
  for (let at = 0; performance.now() - startedMs < seconds * 1000; at++) {
    const beganMs = performance.now()
    await file.write(block, 0, block.length, (at % 64) * block.length)
    await file.datasync()
    const endedMs = performance.now()
    for (; coveredMs < beganMs; coveredMs += 0.1) took.push(endedMs - coveredMs)
  }
  await file.close()
  await rm(folder, { recursive: true })
  return percentiles(took).p99
}

/**
 * The share of time in which the processor takes more than three times as long as usual for work that fits into its cache. Nothing
 * else of ours runs meanwhile, so other programs cause it; no p99 can be better than it allows.
 */
export function slowShare(seconds: number): number {
  const next = Int32Array.from({ length: 2 ** 18 }, (_, at) => at)
  // A random cycle through all places, which the processor cannot prefetch.
  for (let at = next.length - 1; at > 0; at--) {
    const other = Math.floor(Math.random() * at)
    ;[next[at], next[other]] = [next[other]!, next[at]!]
  }
  const took: number[] = []
  let place = 0
  for (const startedMs = performance.now(); performance.now() - startedMs < seconds * 1000;) {
    const beganMs = performance.now()
    for (let step = 0; step < 2_000; step++) place = next[place]!
    took.push(performance.now() - beganMs)
  }
  const usual = percentiles(took).p50
  const sum = (steps: readonly number[]) => steps.reduce((total, each) => total + each, 0)
  return sum(took.filter((each) => each > 3 * usual)) / sum(took)
}
