import { sql } from 'kysely'
import { treeRoot } from '#core/fairness/merkle'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import { keepTileRoots, treeOf } from '../../services/fairness/log-tree.ts'
import { logHead } from '../../services/fairness/public-log.ts'
import { sha256 } from '../../world/sha256.ts'
import { signNote, signingKey } from '../../services/fairness/sign-note.ts'
import type { App } from '../../world/app.ts'

/** Lets the public log grow to a size at once, with records that say nothing, and signs it: one by one would take minutes. */
export async function fillLog(app: App, size: number): Promise<void> {
  const db = app.db.query
  const from = (await logHead(db))?.size ?? 0
  await sql`
    insert into log_record (seq, type, day, draw_id, at, entry, leaf)
    select n, 'correction', '20260101', 'k3_5m:20260101:0001', '2026-01-01', entry,
      sha256('\\x00'::bytea || convert_to(entry, 'UTF8'))
    from generate_series(${from}::integer, ${size - 1}::integer) n, lateral (
      select '{"at":"2026-01-01T00:00:00.000Z","body":{"drawId":"k3_5m:20260101:0001","outcome":[],"paidExtra":' || n
        || ',"reason":"número ' || n || '"},"type":"correction","v":2}' as entry) made`.execute(db)
  for (let full = Math.floor(from / 256) + 1; full * 256 <= size; full++) await keepTileRoots(db, full * 256)
  const root = Buffer.from(treeRoot(await treeOf(db, size), sha256))
  const note = signNote(formatCheckpoint({ origin: app.config.logOrigin, size, root }), signingKey(app))
  await db
    .insertInto('log_checkpoint')
    .values({ size: BigInt(size), root, note })
    .execute()
}

/** Around every border of tiles, on three levels. */
export const tileSizes = [0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 70_000] as const
