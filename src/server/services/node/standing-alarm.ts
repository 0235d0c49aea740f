import { sql } from 'kysely'
import type { App } from '../../world/app.ts'

/**
 * Raises or ends an alarm of this node's that stops money on every node: while it is open the database refuses to move any.
 * It ends with what it is about, or with the node that found it.
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
      // Connections to a database that lost something only read, unless a transaction says that it means to write.
      await sql`set transaction read write`.execute(tx)
      await tx
        .insertInto('alarm')
        .values({ source: `${kind}@${name}`, node_id: nodeId, what, raised_at: at })
        .execute()
    })
    await raising.catch((error: unknown) => {
      // A server that takes no writes moves no money either; the webhook is told without it.
      node.find(kind, { what, sinceMs: at.getTime() })
      log.error({ err: error }, 'the alarm could not be written')
    })
  }
  if (what === null && open)
    await db.query.updateTable('alarm').set({ cleared_at: at }).where('id', '=', open.id).execute()
}
