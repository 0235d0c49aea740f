import type { Selectable } from 'kysely'
import { caseNumber, complaintAnswerMs } from '#core/service/conversation'
import type { Tx } from '../../world/members/database.ts'
import type { Complaint } from '../../world/members/tables.generated.ts'

type Row = Selectable<Complaint>

/** A conversation's complaints, newest first. */
export async function casesOf(tx: Tx, conversationId: string) {
  const rows = await tx
    .selectFrom('complaint')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('number', 'desc')
    .execute()
  return rows.map(shownCase)
}

/** Opens a complaint with its number and deadline; null where this conversation has an unresolved one. */
export async function addCase(
  { tx, nowMs }: { tx: Tx; nowMs: number },
  conversationId: string,
  openedBy: string | null,
): Promise<Row | null> {
  const added = await tx
    .insertInto('complaint')
    .values({
      conversation_id: conversationId,
      opened_by: openedBy,
      opened_at: new Date(nowMs),
      due_at: new Date(nowMs + complaintAnswerMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return added ?? null
}

type Resolving = { readonly tx: Tx; readonly nowMs: number; readonly caller: { readonly operatorId: string } }

/** Resolves the conversation's open complaint; null where there is none. */
export async function endCase({ tx, nowMs, caller }: Resolving, conversationId: string): Promise<Row | null> {
  const ended = await tx
    .updateTable('complaint')
    .set({ resolved_by: caller.operatorId, resolved_at: new Date(nowMs) })
    .where('conversation_id', '=', conversationId)
    .where('resolved_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return ended ?? null
}

export function shownCase({ number, opened_at, due_at, resolved_at }: Row) {
  return {
    number: caseNumber(number),
    openedAt: opened_at.getTime(),
    dueAt: due_at.getTime(),
    resolvedAt: resolved_at?.getTime() ?? null,
  }
}
