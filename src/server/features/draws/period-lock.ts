import { sql } from 'kysely'
import type { Tx } from '../../world/members/database.ts'

/** Advisory locks with two keys never collide with those of one key, such as the locks of events and migrations. */
const lockSpace = 7_261_003

/**
 * The advisory lock of a period: `pg_advisory_xact_lock_shared` for placing bets, `pg_advisory_xact_lock` for closing.
 * Placing must take it in a statement of its own and read the period's status after it: a statement sees what was
 * committed before it began, not what was committed while it waited.
 */
export function periodLockKey(periodId: number): readonly [space: number, period: number] {
  return [lockSpace, periodId]
}

/**
 * Waits until every transaction that places bets on the period has ended, and blocks new ones until this transaction
 * ends. After a second it fails with `lock_not_available`, to be retried: other periods must not wait for a bet that
 * stalls.
 */
export async function shutPeriod(tx: Tx, periodId: number): Promise<void> {
  const [space, period] = periodLockKey(periodId)
  await sql`set local lock_timeout = '1s'`.execute(tx)
  await sql`select pg_advisory_xact_lock(${space}::integer, ${period}::integer)`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}

export const lockNotAvailable = '55P03'
