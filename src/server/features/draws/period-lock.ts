import { sql } from 'kysely'
import type { Tx } from '../../world/members/database.ts'

/** Keys of two numbers are apart from keys of one, so no period's lock is that of the events or the migrations. */
const lockSpace = 7_261_003

/**
 * The advisory lock of a period: `pg_advisory_xact_lock_shared` for whoever places bets, `pg_advisory_xact_lock` for
 * whoever closes. Placing must take it in a statement of its own and read the period's status after it: a statement sees
 * what was committed before it began, not what was committed while it waited.
 */
export function periodLockKey(periodId: number): readonly [space: number, period: number] {
  return [lockSpace, periodId]
}

/**
 * Waits until every transaction that places bets on the period has ended, and keeps new ones out until this one has. After
 * a second it gives up with `lock_not_available`, to be tried again: other periods must not wait for a bet that stalls.
 */
export async function shutPeriod(tx: Tx, periodId: number): Promise<void> {
  const [space, period] = periodLockKey(periodId)
  await sql`set local lock_timeout = '1s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${space}::integer, ${period}::integer)`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}

export const lockNotAvailable = '55P03'
