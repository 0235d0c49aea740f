import type { Queryable } from '../../world/members/database.ts'

/** The name that a reviewer read on the player's papers. */
export async function certifiedName(db: Queryable, playerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('certification')
    .select('legal_name')
    .where('player_id', '=', playerId)
    .where('status', '=', 'passed')
    .executeTakeFirst()
  return row?.legal_name ?? null
}
