import { sql } from 'kysely'
import { sessionIdleMs } from '#core/rules/session'
import type { Db } from '../../world/members/database.ts'

/** Which of these sessions are over: ended, idle for too long, or deleted. */
export async function endedSessions(db: Db, ids: readonly string[], nowMs: number): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query
    .selectFrom('session')
    .select(['id', 'player_id', 'seen_at'])
    // One array, because a statement has room for 65,535 parameters and a node for more streams.
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('ended_at', 'is', null)
    .execute()
  const isAwake = (row: (typeof rows)[number]) =>
    nowMs - row.seen_at.getTime() <= sessionIdleMs[row.player_id ? 'player' : 'operator']
  const open = new Set(rows.filter(isAwake).map(({ id }) => id))
  return ids.filter((id) => !open.has(id))
}
