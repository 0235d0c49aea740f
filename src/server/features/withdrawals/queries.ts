import { type Cents, storedCents } from '#core/money/cents'
import { countedDay } from '#core/rules/money/withdrawal'
import type { Tx } from '../../world/members/database.ts'

const dayMs = 24 * 3_600_000

/** How often a player has asked today. What was rejected does not count: the player got nothing for it. */
export async function askedToday(tx: Tx, playerId: string, nowMs: number): Promise<number> {
  const { count } = await tx
    .selectFrom('withdrawal')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('player_id', '=', playerId)
    .where('status', '<>', 'rejected')
    .where('created_at', '>=', new Date(countedDay(nowMs).fromMs))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** What a player asked for within the last day, so that one large sum is not let out in small ones. */
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
