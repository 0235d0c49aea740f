import { openPictureKeptMs } from '#core/rules/picture'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { eachAlone, throwAll } from '../../world/work/each-alone.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'
import { StorageSilent } from '../../services/uploads/s3-storage.ts'

const removedAtOnce = 1_000

/** After this many requests in a row without an answer the storage is out of reach. Each may have taken twenty seconds. */
const silentMost = 3

/**
 * Removes pictures that were not attached in time: it hides them first, then deletes the file, then the row. After a
 * crash between two steps, or beside another node, the next run finishes the rest.
 */
export async function sweepUploads({ db, config, clock }: App, stopping?: AbortSignal): Promise<void> {
  const nowMs = clock.nowMs()
  await db.query
    .updateTable('upload')
    .set({ removed_at: new Date(nowMs) })
    .where('attached_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('created_at', '<', new Date(nowMs - openPictureKeptMs))
    .execute()
  const errors: unknown[] = []
  let silent = 0
  for (let after: string | null = null; ;) {
    const leaving = await removedAfter(db.query, after)
    let gone = 0
    await eachAlone(leaving, async ({ id, storage_name: name }) => {
      if (stopping?.aborted || silent >= silentMost) return
      await openStorage(config, clock.nowMs())
        .remove(name)
        .catch((error: unknown) => {
          silent = error instanceof StorageSilent ? silent + 1 : 0
          throw error
        })
      silent = 0
      await db.query.deleteFrom('upload').where('id', '=', id).where('removed_at', 'is not', null).execute()
      gone++
    }).catch((error: unknown) => void errors.push(error))
    // Where nothing of a part could be removed, the storage is out of reach.
    if (leaving.length < removedAtOnce || gone === 0 || silent >= silentMost) break
    after = leaving.at(-1)!.id
  }
  throwAll(errors)
}

/** Each once in a run: a file that cannot be removed stays for the next. */
function removedAfter(db: Queryable, after: string | null) {
  return db
    .selectFrom('upload')
    .select(['id', 'storage_name'])
    .where('removed_at', 'is not', null)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(removedAtOnce)
    .execute()
}
