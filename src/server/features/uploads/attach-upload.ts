import type { UploadPurpose } from '#contract/uploads'
import type { Tx } from '../../world/members/database.ts'

type Wanted = { id: string; playerId: string; purpose: UploadPurpose; nowMs: number }

/**
 * Attaches an open picture to what the transaction writes. False when it is unknown, another player's, for another
 * purpose, already used or expired; `picture_unknown` does not say which, so that nobody learns about other players'
 * pictures.
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

/** Hides an attached picture from everybody; the sweep removes file and row. The database refuses this for evidence. */
export async function forgetUpload(tx: Tx, id: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ removed_at: new Date(nowMs) })
    .where('id', '=', id)
    .execute()
}
