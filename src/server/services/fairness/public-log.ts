import { sql } from 'kysely'
import { formatInstant } from '#core/fairness/instant'
import { type NewRecord, entryLeaf, entryOf, parseEntry } from '#core/fairness/log'
import { type Tree, appendLeaf, treeRoot } from '#core/fairness/merkle'
import type { LogHead } from '#core/fairness/receipt'
import {
  type DrawRecordType,
  type LogRecord,
  type RecordContent,
  type RecordType,
  drawIdsOf,
  parseDrawId,
} from '#core/fairness/records'
import { formatCheckpoint } from '#core/fairness/tlog/checkpoint'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { Refusal } from '../../world/refusal.ts'
import { onCommit } from '../../db/database.ts'
import { keepTileRoots, treeOf } from './log-tree.ts'
import { isKeyInForce } from './operator-keys.ts'
import { sha256 } from '../../world/sha256.ts'
import { signNote, signingKey } from './sign-note.ts'

const logLock = 7_261_004

export type Appended<T extends RecordType = RecordType> = {
  readonly record: LogRecord<T>
  readonly index: number
  /** The hash of its leaf. */
  readonly hash: string
  /** The signed note of the log that ends with this record. */
  readonly checkpoint: string
  readonly atMs: number
}

/** An operator who cancels a draw is asked to try again; a log and a terminal say why. */
class UntrustedClock extends Refusal {
  override readonly message = 'nothing is logged while the clock cannot be trusted'

  constructor() {
    super('busy', { seconds: '5' })
  }
}

/**
 * Locks the log until the end of the transaction and fixes the time of the next record: now, but never before the record it follows.
 * Anything that depends on that time must be decided between this call and `append`.
 */
export async function openPublicLog(
  app: Pick<App, 'clock' | 'config' | 'beacon' | 'logMark' | 'memory'>,
  tx: Tx,
  // A log that goes on under a new name does so because nodes miss records of the old one.
  { asksOthers = true }: { readonly asksOthers?: boolean } = {},
) {
  await sql`select pg_advisory_xact_lock(${logLock})`.execute(tx)
  // A record from a clock that is ahead would push the times of all later records forward, so the caller must retry later instead.
  if (!app.beacon.mayAct()) throw new UntrustedClock()
  if (!(await isKeyInForce(tx, app.config.operatorKey)))
    throw new Error('the log is now signed with another operator key')
  const mark = app.logMark
  const missing = mark.unwritten() ?? (await mark.missingIn(tx))
  if (missing) throw new Error(`nothing is logged: ${missing}`)
  const elsewhere = asksOthers ? await missingElsewhere(tx) : null
  if (elsewhere) throw new Error(`nothing is logged: another node says that ${elsewhere}`)
  const head = await logHead(tx)
  let tree = await treeAt(app, tx, head)
  const atMs = Math.max(app.clock.nowMs(), (await newestAt(tx))?.getTime() ?? 0)
  /** Appends a record, whose time the log sets, and signs the log that ends with it. */
  const append = async <const E extends RecordContent>(entry: E): Promise<Appended<E['type']>> => {
    const index = tree.size
    const record = { at: formatInstant(atMs), ...entry } as NewRecord
    const text = entryOf(record)
    const leaf = Buffer.from(entryLeaf(text, sha256))
    tree = appendLeaf(tree, leaf, sha256)
    const own = { size: tree.size, root: Buffer.from(treeRoot(tree, sha256)) }
    const checkpoint = signNote(formatCheckpoint({ origin: app.config.logOrigin, ...own }), signingKey(app))
    const about = { type: record.type, ...aboutOf(record), at: new Date(atMs) }
    await tx
      .insertInto('log_record')
      .values({ seq: BigInt(index), ...about, entry: text, leaf })
      .execute()
    await keepTileRoots(tx, own.size)
    await tx
      .insertInto('log_checkpoint')
      .values({ size: BigInt(own.size), root: own.root, note: checkpoint })
      .execute()
    const appended = tree
    onCommit(tx, () => {
      mark.note(own)
      app.memory.logTree = appended
    })
    return { record: { v: 2, ...record }, index, hash: leaf.toString('hex'), checkpoint, atMs } as unknown as Appended<
      E['type']
    >
  }
  return { atMs, append }
}

/** What a living node misses in the database that this one may not have seen. */
async function missingElsewhere(db: Queryable): Promise<string | null> {
  const { rows } = await sql<{ what: string }>`
    select what from alarm join node on node.id = node_id
    where cleared_at is null and source like 'log@%' and seen_at > now() - interval '60 seconds' limit 1`.execute(db)
  return rows[0]?.what ?? null
}

/** The tree of the log, from memory if it is the same one. */
async function treeAt({ memory }: Pick<App, 'memory'>, db: Queryable, head: LogHead | null): Promise<Tree> {
  const known = memory.logTree
  if (!head) return { size: 0, peaks: [] }
  if (known?.size === head.size && Buffer.from(treeRoot(known, sha256)).equals(head.root)) return known
  const tree = await treeOf(db, head.size)
  if (Buffer.from(treeRoot(tree, sha256)).equals(head.root)) return tree
  throw new Error(`the records of the public log do not give the root of its checkpoint of size ${head.size}`)
}

function aboutOf(record: NewRecord): { day: string | null; draw_id: string | null } {
  const [drawId] = drawIdsOf(record)
  if (!drawId) return { day: null, draw_id: null }
  return { day: parseDrawId(drawId)!.day, draw_id: record.type === 'schedule' ? null : drawId }
}

async function newestAt(db: Queryable): Promise<Date | null> {
  const row = await db.selectFrom('log_record').select('at').orderBy('seq', 'desc').limit(1).executeTakeFirst()
  return row?.at ?? null
}

/** The newest checkpoint; null while the log is empty. */
export async function newestCheckpoint(db: Queryable) {
  const row = await db.selectFrom('log_checkpoint').selectAll().orderBy('size', 'desc').limit(1).executeTakeFirst()
  return row ? { size: Number(row.size), root: row.root, note: row.note } : null
}

/** Size and root of the log, which receipts refer to; null while it is empty. */
export async function logHead(db: Queryable): Promise<(LogHead & { readonly root: Buffer }) | null> {
  return newestCheckpoint(db)
}

/** A draw's record of one type, as logged. */
export async function recordOf<T extends DrawRecordType>(
  db: Queryable,
  drawId: string,
  type: T,
): Promise<LogRecord<T> | null> {
  const row = await db
    .selectFrom('log_record')
    .select('entry')
    .where('draw_id', '=', drawId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row ? (parseEntry(row.entry) as LogRecord<T> | null) : null
}
