import { sql } from 'kysely'
import { type Cents, storedCents } from '#core/money/cents'
import { undecided } from '#core/reviews/review'
import type { Queryable } from '../../world/members/database.ts'

/** How many of a player's top-ups are undecided: money that may still become theirs. */
export async function undecidedDeposits(db: Queryable, playerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deposit')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('status', 'in', undecided)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The sum of a player's undecided top-ups, as the player declared them. */
export async function awaitedDeposits(db: Queryable, playerId: string): Promise<Cents> {
  const { sum } = await db
    .selectFrom('deposit')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('player_id', '=', playerId)
    .where('status', 'in', undecided)
    .executeTakeFirstOrThrow()
  return storedCents(sum)
}
