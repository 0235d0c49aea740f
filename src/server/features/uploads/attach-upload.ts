import type { UploadPurpose } from '#contract/uploads'
import type { Tx } from '../../world/members/database.ts'

type Wanted = { id: string; playerId: string; purpose: UploadPurpose; nowMs: number }

/**
 * Makes an open picture belong to what the transaction writes. False when it is unknown, another player's, for another
 * purpose, already used or out of date; which of these is nobody's business, `picture_unknown` says enough.
 */
export async function attachUpload(tx: Tx, { id, playerId, purpose, nowMs }: Wanted): Promise<boolean> {
  const attached = await tx
    .updateTable('upload')
    .set({ attached_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .where('purpose', '=', purpose)
    .where('stored_at', 'is not', null)
    .where('attached_at', 'is', null)
    .where('removed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return attached !== undefined
}

/** Takes an attached picture out of everybody's sight; the sweep removes file and row. Evidence the database keeps. */
export async function forgetUpload(tx: Tx, id: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ removed_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}
