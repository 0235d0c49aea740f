import type { Tx } from '../../world/members/database.ts'
import { attachUpload, forgetUpload } from '../uploads/attach-upload.ts'

type Wanted = { playerId: string; avatarId: string | null; nowMs: number }

/** Puts a picture, or none, in the place of the player's; false where it is not theirs to use. */
export async function changeAvatar(tx: Tx, { playerId, avatarId, nowMs }: Wanted): Promise<boolean> {
  // Locked, so that of two changes at once each forgets the picture it replaces.
  const { avatar_id: former } = await tx
    .selectFrom('player')
    .select('avatar_id')
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  // Asked again after a lost answer, nothing is left to do.
  if (former === avatarId) return true
  if (avatarId && !(await attachUpload(tx, { id: avatarId, playerId, purpose: 'avatar', nowMs }))) return false
  await tx.updateTable('player').set({ avatar_id: avatarId }).where('id', '=', playerId).execute()
  if (former) await forgetUpload(tx, former, nowMs)
  return true
}
