import { type Cents, storedCents } from '#core/money/cents'
import { countedDay } from '#core/rules/money/withdrawal'
import type { Queryable, Tx } from '../../world/members/database.ts'

const dayMs = 24 * 3_600_000

/** How often a player requested a withdrawal today. Rejected requests do not count, because the player got nothing. */
export async function askedToday(db: Queryable, playerId: string, nowMs: number): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('status', '<>', 'rejected')
    .where('created_at', '>=', new Date(countedDay(nowMs).fromMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * What a player requested within the last day, so that a large sum cannot pass in small ones without a second reviewer.
 */
export async function askedWithinADay(tx: Tx, playerId: string, nowMs: number): Promise<Cents[]> {
  const rows = await tx
    .selectFrom('withdrawal')
    .select('amount')
    .where('player_id', '=', playerId)
    .where('status', '<>', 'rejected')
    .where('created_at', '>', new Date(nowMs - dayMs))
    .execute()
  return rows.map(({ amount }) => storedCents(amount))
}
