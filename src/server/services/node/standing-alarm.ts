import { sql } from 'kysely'
import type { App } from '../../world/app.ts'

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
  const open = await db.query
    .selectFrom('alarm')
    .select('id')
    .where('node_id', '=', nodeId)
    .where('source', 'like', `${kind}@%`)
    .where('cleared_at', 'is', null)
    .executeTakeFirst()
  if (what !== null && !open) {
    const raising = db.query.transaction().execute(async (tx) => {
      // Connections to a database that lost records are read-only by default; a transaction can override that.
      await sql`set transaction read write`.execute(tx)
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
  if (what === null && open)
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', '=', open.id).execute()
}
