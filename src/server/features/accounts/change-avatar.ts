import type { Tx } from '../../world/members/database.ts'
import { attachUpload, forgetUpload } from '../uploads/attach-upload.ts'

type Wanted = { playerId: string; avatarId: string | null; nowMs: number }

/** Replaces the player's picture, or removes it; false where they may not use that picture. */
export async function changeAvatar(tx: Tx, { playerId, avatarId, nowMs }: Wanted): Promise<boolean> {
  // Locked, so that two changes at once each forget the picture they replace.
  const { avatar_id: former } = await tx
    .selectFrom('player')
    .select('avatar_id')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // A repeated request after a lost answer has nothing left to do.
  if (former === avatarId) return true
  if (avatarId && !(await attachUpload(tx, { id: avatarId, playerId, purpose: 'avatar', nowMs }))) return false
  await tx.updateTable('player').set({ avatar_id: avatarId }).where('id', '=', playerId).execute()
  if (former) await forgetUpload(tx, former, nowMs)
  return true
}
