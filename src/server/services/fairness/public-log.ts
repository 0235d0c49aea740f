import { sql } from 'kysely'
import { canonical } from '#core/fairness/canonical'
import { formatInstant } from '#core/fairness/instant'
import { type LogHead, recordHash } from '#core/fairness/log'
import {
  type DrawRecordType,
  type LogRecord,
  type RecordType,
  type SignedRecord,
  drawIdsOf,
  parseDrawId,
} from '#core/fairness/records'
import { signRecord } from '#core/fairness/signatures'
import type { App } from '../../world/app.ts'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { onCommit } from '../../db/database.ts'
import { isKeyInForce } from './operator-keys.ts'

const logLock = 7_261_004

/** A record to append; the log itself sets the time. */
export type LogEntry = { [T in RecordType]: { readonly type: T; readonly body: LogRecord<T>['body'] } }[RecordType]

export type Appended<T extends RecordType = RecordType> = SignedRecord & {
  readonly record: LogRecord<T>
  readonly head: LogHead
  readonly atMs: number
}

/**
 * Locks the log until the end of the transaction and fixes the time of the next record: now, but never before the record it follows.
 * Anything that depends on that time must be decided between this call and `append`.
 */
export async function openPublicLog(app: Pick<App, 'clock' | 'config' | 'beacon' | 'logMark'>, tx: Tx) {
  await sql`select pg_advisory_xact_lock(${logLock})`.execute(tx)
  // A record from a clock that is ahead would push the times of all later records forward, so the caller must retry later instead.
  if (!app.beacon.mayAct()) throw new Error('nothing is logged while the clock cannot be trusted')
  if (!(await isKeyInForce(tx, app.config.operatorKey)))
    throw new Error('the log is now signed with another operator key')
  const mark = app.logMark
  const missing = await mark.missingIn(tx)
  if (missing) throw new Error(`nothing is logged: ${missing}`)
  const newest = await newestRecord(tx)
  let head = newest && { seq: Number(newest.seq), hash: newest.hash }
  const atMs = Math.max(app.clock.nowMs(), newest?.at.getTime() ?? 0)
  const append = async <const E extends LogEntry>(entry: E): Promise<Appended<E['type']>> => {
    const signed = signRecord(head, { at: formatInstant(atMs), ...entry }, app.config.operatorKey.reveal())
    const hash = recordHash(signed.record)
    await tx
      .insertInto('log_record')
      .values(rowOf(signed, hash, atMs))
      .execute()
    const own = { seq: signed.record.seq, hash }
    head = own
    onCommit(tx, () => mark.note(own))
    return { ...signed, head, atMs } as Appended<E['type']>
  }
  return { atMs, append }
}

function rowOf(signed: SignedRecord, hash: string, atMs: number) {
  const { record } = signed
  return {
    seq: BigInt(record.seq),
    type: record.type,
    ...aboutOf(record),
    at: new Date(atMs),
    prev: record.seq === 0 ? null : record.prev,
    hash,
    line: canonical(signed),
  }
}

function aboutOf(record: LogRecord): { day: string | null; draw_id: string | null } {
  const [drawId] = drawIdsOf(record)
  if (!drawId) return { day: null, draw_id: null }
  return { day: parseDrawId(drawId)!.day, draw_id: record.type === 'schedule' ? null : drawId }
}

async function newestRecord(db: Queryable) {
  const row = await db
    .selectFrom('log_record')
    .select(['seq', 'hash', 'at'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

/** The newest record, which receipts refer to; null while the log is empty. */
export async function logHead(db: Queryable): Promise<LogHead | null> {
  const newest = await newestRecord(db)
  return newest && { seq: Number(newest.seq), hash: newest.hash }
}

/** A draw's record of one type, as logged. */
export async function recordOf<T extends DrawRecordType>(
  db: Queryable,
  drawId: string,
  type: T,
): Promise<LogRecord<T> | null> {
  const row = await db
    .selectFrom('log_record')
    .select('line')
    .where('draw_id', '=', drawId)
    .where('type', '=', type)
    .executeTakeFirst()
  return row ? ((JSON.parse(row.line) as SignedRecord).record as LogRecord<T>) : null
}
