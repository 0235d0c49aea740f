import { setTimeout as sleep } from 'node:timers/promises'
import { periodLockKey } from '../../features/draws/period-lock.ts'
import type { House } from '../open-house.ts'

const waiting = `
  select count(*)::integer as count from pg_locks where locktype = 'advisory' and classid = $1 and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** Until so many wait for locks of periods. It has to be seen soon: whoever closes gives up after a second. */
export async function periodLockIsWaitedFor({ app }: House, by: number): Promise<void> {
  const [space] = periodLockKey(0)
  while ((await app.db.pool.query<{ count: number }>(waiting, [space])).rows[0]!.count !== by) await sleep(5)
}
