import { sql } from 'kysely'
import { hourMs } from '#core/fairness/liabilities/hours'
import { formatInstant } from '#core/fairness/instant'
import type { Queryable } from '../../world/members/database.ts'
import type { Alarm } from '../../world/members/node.ts'
import { lastFailure } from './show-liabilities.ts'

/** A proof takes seconds, over very many players minutes; an hour without one this late will probably stay without. */
const lateMs = 15 * 60_000

/**
 * What is wrong with the proof of what is owed: the newest one no longer says what the log says, an attempt failed (its sum differs from
 * the ledger's, say), or the proof of this hour is late. A house that has not made its first one yet has no alarm.
 */
export async function liabilityAlarm({ db, nowMs }: { db: Queryable; nowMs: number }): Promise<Alarm | null> {
  const { rows } = await sql<{ number: number; hour: Date; is_logged: boolean }>`
    select snapshot.number, hour, body ->> 'root' = encode(root, 'hex') and (body ->> 'total')::bigint = total as is_logged
    from liability_snapshot snapshot
    cross join lateral (select entry::jsonb -> 'body' as body from log_record where seq = log_seq) logged
    order by snapshot.number desc limit 1`.execute(db)
  const [newest] = rows
  if (newest && !newest.is_logged)
    return { kind: 'liabilities', what: `proof ${newest.number} is not the one in the public log`, since: null }
  const failure = await lastFailure(db)
  if (failure) return { kind: 'liabilities', what: failure.what, since: failure.at }
  if (!newest) return null
  const dueMs = newest.hour.getTime() + hourMs
  if (nowMs < dueMs + lateMs) return null
  return { kind: 'liabilities', what: `no proof since ${formatInstant(newest.hour.getTime())}`, since: dueMs }
}
