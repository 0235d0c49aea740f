import type { CertificationStatus } from '#core/rules/certification'
import type { Tx } from '../../db/database.ts'

/** An application as the rules of review see it, locked until the commit: of decisions at once, the first is the one. */
export async function lockReview(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('certification')
    .select(['player_id', 'status', 'taken_by', 'taken_until'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return (
    row && {
      playerId: row.player_id,
      status: row.status as CertificationStatus,
      takenBy: row.taken_by,
      takenUntilMs: row.taken_until?.getTime() ?? null,
    }
  )
}
