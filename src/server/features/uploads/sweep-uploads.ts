import { openPictureKeptMs } from '#core/rules/picture'
import type { App } from '../../world/app.ts'
import { eachAlone } from '../../world/work/each-alone.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'

/**
 * Removes pictures that were not attached in time: it hides them first, then deletes the file, then the row. After a
 * crash between two steps, or beside another node, the next run finishes the rest.
 */
export async function sweepUploads({ db, config, clock }: App): Promise<void> {
  const nowMs = clock.nowMs()
  await db.query
    .updateTable('upload')
    .set({ removed_at: new Date(nowMs) })
    .where('attached_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '<', new Date(nowMs - openPictureKeptMs))
    .execute()
  const leaving = await db.query
    .selectFrom('upload')
    .select(['id', 'storage_name'])
    .where('removed_at', 'is not', null)
    .limit(1_000)
    .execute()
  await eachAlone(leaving, async ({ id, storage_name: name }) => {
    await openStorage(config, clock.nowMs()).remove(name)
    await db.query.deleteFrom('upload').where('id', '=', id).where('removed_at', 'is not', null).execute()
  })
}
