import { setTimeout as sleep } from 'node:timers/promises'
import { periodLockKey } from '../../features/draws/period-lock.ts'
import type { House } from '../open-house.ts'

const waiting = `
  select count(*)::integer as count from pg_locks where locktype = 'advisory' and classid = $1 and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** Waits until another connection is blocked by the backend with this process id. */
export async function isWaitedFor({ app }: House, pid: number): Promise<void> {
  const blocked = 'select pid from pg_stat_activity where $1 = any (pg_blocking_pids(pid))'
  while ((await app.db.pool.query(blocked, [pid])).rowCount === 0) await sleep(5)
}

/** Waits until `by` connections wait for locks of periods. It polls quickly, because closing gives up after a second. */
export async function periodLockIsWaitedFor({ app }: House, by: number): Promise<void> {
  const [space] = periodLockKey(0)
  while ((await app.db.pool.query<{ count: number }>(waiting, [space])).rows[0]!.count !== by) await sleep(5)
}
