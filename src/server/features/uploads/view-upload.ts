import { type UploadPurpose, viewUpload, viewUploadAsOperator } from '#contract/uploads'
import type { RunningConfig } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import type { Picture } from '../../services/uploads/send-picture.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'
import { recordAction } from '../../services/actions/record-action.ts'

export const viewUploadHandler = handleRead(viewUpload, async (context) => {
  const { input, caller, refuse } = context
  return (await findPicture(context, { id: input.id, playerId: caller.playerId })) ?? refuse('picture_unknown')
})

/**
 * Some pictures are identity papers, so every view is logged like any other access to a player's data. Pictures in
 * conversations are only for operators who may read conversations.
 */
export const viewUploadAsOperatorHandler = handle(viewUploadAsOperator, async (context) => {
  const { input, refuse } = context
  const picture = await findPicture(
    { ...context, db: context.tx },
    { id: input.id, purposes: ['voucher', 'identity', 'avatar'] },
  )
  if (!picture) return refuse('picture_unknown')
  await recordAction(context, 'uploads.view', { subject: `player:${picture.playerId}`, after: { upload: input.id } })
  return picture
})

/**
 * A picture by its id, optionally of one player and for some purposes; a caller cannot learn whether somebody else's
 * exists.
 */
export async function findPicture(
  { db, config, nowMs }: { db: Queryable; config: RunningConfig; nowMs: number },
  { id, playerId, purposes }: { id: string; playerId?: string; purposes?: readonly UploadPurpose[] },
): Promise<(Picture & { playerId: string }) | null> {
  const found = await db
    .selectFrom('upload')
    .select(['player_id', 'storage_name', 'mime_type', 'bytes'])
    .where('id', '=', id)
    .$if(playerId !== undefined, (query) => query.where('player_id', '=', playerId!))
    .$if(purposes !== undefined, (query) => query.where('purpose', 'in', purposes!))
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const open = () => openStorage(config, nowMs).get(found.storage_name)
  return { id, playerId: found.player_id, mimeType: found.mime_type, bytes: found.bytes, open }
}
