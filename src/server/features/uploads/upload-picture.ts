import { createHash } from 'node:crypto'
import { uploadPicture } from '#contract/uploads'
import { printHeight, printWidth } from '#core/rules/money/voucher'
import { openPicturesMost, pictureBytesMost, picturesCountMs } from '#core/rules/picture'
import type { Tx } from '../../world/members/database.ts'
import { handleInSteps } from '../../services/calls/handle.ts'
import { checkPicture } from '../../services/uploads/check-picture.ts'
import { greyPixels } from '../../services/uploads/grey-pixels.ts'
import { openStorage } from '../../services/uploads/open-storage.ts'

const print = { width: printWidth, height: printHeight }

/**
 * The row is written first and the file is stored after the commit: a crash in between leaves a row by which the sweep
 * finds it.
 */
export const uploadPictureHandler = handleInSteps(uploadPicture, {
  before: async ({ input, file, refuse }) => {
    const check = await checkPicture(file.bytes)
    if ('picture' in check) {
      const isVoucher = input.purpose === 'voucher'
      return { ...check.picture, pixels: isVoucher ? await greyPixels(check.picture.bytes, print) : null }
    }
    return refuse(check.refusal, 'max' in check ? { max: check.max } : {})
  },

  run: async ({ input, file, prepared, caller, tx, nowMs, random, refuse }) => {
    const { bytes, mimeType, width, height } = prepared
    const kept = await lockKept(tx, caller.playerId, nowMs)
    if (kept.open >= openPicturesMost || kept.bytes + bytes.length > pictureBytesMost) refuse('pictures_too_many')
    const id = random.uuid()
    await tx
      .insertInto('upload')
      .values({
        id,
        player_id: caller.playerId,
        purpose: input.purpose,
        storage_name: random.uuid(),
        mime_type: mimeType,
        width,
        height,
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        original_sha256: file.sha256,
        created_at: new Date(nowMs),
      })
      .execute()
    const { pixels } = prepared
    if (pixels) await tx.insertInto('voucher_print').values({ upload_id: id, pixels }).execute()
    return { id, width, height }
  },

  after: async ({ db, config, nowMs, prepared }, { id }) => {
    const waiting = await db.query
      .selectFrom('upload')
      .select('storage_name')
      .where('id', '=', id)
      .where('stored_at', 'is', null)
      .where('removed_at', 'is', null)
      .executeTakeFirst()
    if (!waiting) return
    await openStorage(config, nowMs).put(waiting.storage_name, prepared.bytes)
    await db.query
      .updateTable('upload')
      .set({ stored_at: new Date(nowMs) })
      .where('id', '=', id)
      .where('stored_at', 'is', null)
      .execute()
  },
})

/**
 * What a player has stored lately, under a lock that makes the player's other uploads wait for this one. Removed pictures count until
 * their files are gone.
 */
async function lockKept(tx: Tx, playerId: string, nowMs: number): Promise<{ open: number; bytes: number }> {
  await tx.selectFrom('player').select('id').where('id', '=', playerId).forNoKeyUpdate().executeTakeFirstOrThrow()
  const kept = await tx
    .selectFrom('upload')
    .select(({ fn }) => [
      fn.countAll<bigint>().filterWhere('attached_at', 'is', null).filterWhere('removed_at', 'is', null).as('open'),
      fn.sum<bigint | null>('bytes').as('bytes'),
    ])
    .where('player_id', '=', playerId)
    .where('created_at', '>', new Date(nowMs - picturesCountMs))
    .executeTakeFirstOrThrow()
  return { open: Number(kept.open), bytes: Number(kept.bytes ?? 0) }
}
