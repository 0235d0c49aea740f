import { readShiftNote, writeShiftNote } from '#contract/console/work/shifts'
import type { Queryable } from '../../world/members/database.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { handle } from '../../services/calls/handle.ts'

/** A note that nobody of the next shifts read within a week is old news. */
const shownMs = 7 * 24 * 3_600_000
const notesMost = 20

type Reader = { readonly operatorId: string; readonly role: string }

/** What others of the same role left and this operator has not read, oldest first. */
export async function unreadNotes(db: Queryable, { operatorId, role }: Reader, nowMs: number) {
  const rows = await db
    .selectFrom('shift_note as note')
    .innerJoin('operator', 'operator.id', 'note.operator_id')
    .select(['note.id', 'operator.account', 'note.text', 'note.at'])
    .where('note.role', '=', role)
    .where('note.at', '>', new Date(nowMs - shownMs))
    .where('note.operator_id', '<>', operatorId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('shift_note_read as seen')
            .select('seen.note_id')
            .whereRef('seen.note_id', '=', 'note.id')
            .where('seen.operator_id', '=', operatorId),
        ),
      ),
    )
    .orderBy('note.at')
    .orderBy('note.id')
    .limit(notesMost)
    .execute()
  return rows.map(({ id, account, text, at }) => ({ id, by: account, text, at: at.getTime() }))
}

export const writeShiftNoteHandler = handle(writeShiftNote, async (context) => {
  const { input, caller, tx, nowMs, key } = context
  await tx
    .insertInto('shift_note')
    .values({ id: key, role: caller.role, operator_id: caller.operatorId, text: input.text, at: new Date(nowMs) })
    .execute()
  // The text stays out: the log outlives accounts, and a note may be personal.
  await recordAction(context, 'shifts.note', { subject: `shift-note:${key}` })
  return {}
})

export const readShiftNoteHandler = handle(readShiftNote, async (context) => {
  const { input, caller, tx, nowMs, refuse } = context
  const note = await tx
    .selectFrom('shift_note')
    .select('id')
    .where('id', '=', input.id)
    .where('role', '=', caller.role)
    .executeTakeFirst()
  if (!note) return refuse('note_unknown')
  await tx
    .insertInto('shift_note_read')
    .values({ note_id: note.id, operator_id: caller.operatorId, at: new Date(nowMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await recordAction(context, 'shifts.note', { subject: `shift-note:${note.id}`, after: { read: true } })
  return {}
})
