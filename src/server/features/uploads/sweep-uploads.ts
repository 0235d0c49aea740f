import { openPictureKeptMs } from '#core/rules/picture'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { eachAlone, throwAll } from '../../world/work/each-alone.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'

const removedAtOnce = 1_000

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
  for (let after: string | null = null; ;) {
    const leaving = await removedAfter(db.query, after)
    let gone = 0
    await eachAlone(leaving, async ({ id, storage_name: name }) => {
      if (stopping?.aborted) return
      await openStorage(config, clock.nowMs()).remove(name)
      await db.query.deleteFrom('upload').where('id', '=', id).where('removed_at', 'is not', null).execute()
      gone++
    }).catch((error: unknown) => void errors.push(error))
    // Where nothing of a part could be removed, the storage is out of reach.
    if (leaving.length < removedAtOnce || gone === 0) break
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
