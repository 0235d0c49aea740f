import { sql } from 'kysely'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'

/**
 * Raises or ends an alarm of this node that stops money on every node: while it is open, the database refuses every transfer.
 * It ends when its reason is gone, or when the node that raised it is gone.
 */
export async function setStanding(
  { db, clock, log, node }: Pick<App, 'db' | 'clock' | 'log' | 'node'>,
  kind: 'log' | 'draws',
  what: string | null,
): Promise<void> {
  const { id: nodeId, name } = node
  const at = new Date(clock.nowMs())
  node.find(kind, null)
  const openIn = (tx: Queryable) =>
    tx
      .selectFrom('alarm')
      .select('id')
      .where('node_id', '=', nodeId)
      .where('source', 'like', `${kind}@%`)
      .where('cleared_at', 'is', null)
      .execute()
  const open = await openIn(db.query)
  if (what !== null && open.length === 0) {
    const raising = db.query.transaction().execute(async (tx) => {
      // Connections to a database that lost records are read-only by default; a transaction can override that.
      await sql`set transaction read write`.execute(tx)
      // Two looks of a node may meet; the later one finds the alarm of the other.
      await tx.selectFrom('node').select('id').where('id', '=', nodeId).forUpdate().execute()
      if ((await openIn(tx)).length > 0) return
      await tx
        .insertInto('alarm')
        .values({ source: `${kind}@${name}`, node_id: nodeId, what, raised_at: at })
        .execute()
    })
    await raising.catch((error: unknown) => {
      // A database that takes no writes moves no money either; the webhook is notified from memory.
      node.find(kind, { what, sinceMs: at.getTime() })
      log.error({ err: error }, 'the alarm could not be written')
    })
  }
  if (what === null && open.length > 0) {
    const ids = open.map(({ id }) => id)
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', 'in', ids).execute()
  }
}
