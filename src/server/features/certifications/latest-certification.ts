import { type Selectable, sql } from 'kysely'
import type { Queryable } from '../../world/members/database.ts'
import type { Certification } from '../../world/members/tables.generated.ts'

/** A player's application that counts: the one that is not rejected, otherwise the last rejected one. */
export async function latestCertification(
  db: Queryable,
  playerId: string,
): Promise<Selectable<Certification> | undefined> {
  return db
    .selectFrom('certification')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy(sql`status = 'rejected'`)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
