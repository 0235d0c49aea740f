import { sql } from 'kysely'
import { deleteDraft, draftsMost, listDrafts, saveDraft } from '#contract/console/people/drafts'
import type { Locale } from '#contract/locales'
import type { Tx } from '../../world/members/database.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'

export const listDraftsHandler = handleRead(listDrafts, async ({ db }) => {
  const rows = await db
    .selectFrom('announcement_draft as draft')
    .innerJoin('operator', 'operator.id', 'draft.written_by')
    .selectAll('draft')
    .select('operator.account')
    .orderBy('draft.written_at', 'desc')
    .orderBy('draft.id', 'desc')
    .limit(draftsMost)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      texts: row.texts as Partial<Record<Locale, string>>,
      from: row.from_at?.getTime() ?? null,
      until: row.until_at?.getTime() ?? null,
      version: row.version,
      writtenBy: row.account,
      writtenAt: row.written_at.getTime(),
    })),
  }
})

export const saveDraftHandler = handle(saveDraft, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const columns = {
    texts: JSON.stringify(input.texts),
    from_at: input.from === null ? null : new Date(input.from),
    until_at: input.until === null ? null : new Date(input.until),
    written_by: caller.operatorId,
    written_at: new Date(nowMs),
    version: input.version + 1,
  }
  if (input.version === 0 && !(await hasRoom(tx))) return refuse('drafts_full')
  // The version in the condition: of two people who changed the same draft the second is told, and overwrites nothing.
  const saved =
    input.version === 0
      ? await tx
          .insertInto('announcement_draft')
          .values({ id: input.id, ...columns })
          .onConflict((conflict) => conflict.doNothing())
          .returning('id')
          .executeTakeFirst()
      : await tx
          .updateTable('announcement_draft')
          .set(columns)
          .where('id', '=', input.id)
          .where('version', '=', input.version)
          .returning('id')
          .executeTakeFirst()
  if (!saved) return refuse('draft_changed')
  await recordAction(context, 'texts.write', { subject: `draft:${input.id}`, after: { texts: input.texts } })
  return { version: columns.version }
})

/** Counted under a lock that only new drafts take, so that two at once do not both find the last place. */
async function hasRoom(tx: Tx): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('announcement_draft'))`.execute(tx)
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from announcement_draft`.execute(tx)
  return rows[0]!.count < draftsMost
}

export const deleteDraftHandler = handle(deleteDraft, async (context) => {
  const { input, tx, refuse } = context
  if (!(await takeDraft(tx, input))) return refuse('draft_changed')
  await recordAction(context, 'texts.write', { subject: `draft:${input.id}`, after: { deleted: true } })
  return {}
})

/** Deletes a draft as it was seen; false where somebody changed, published or deleted it meanwhile. */
export async function takeDraft(tx: Tx, { id, version }: { id: string; version: number }): Promise<boolean> {
  const taken = await tx
    .deleteFrom('announcement_draft')
    .where('id', '=', id)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}
