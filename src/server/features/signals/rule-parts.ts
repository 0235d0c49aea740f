import { sql } from 'kysely'
import { formatCents, storedCents } from '#core/money/cents'
import { type Asked, type Finding, type Rule, spanOf } from './rule.ts'

type Row = { readonly player_id: string; readonly at: Date; readonly count: number; readonly total: bigint }

type Kind = 'withdrawals' | 'deposits'

const dayMs = 24 * 3_600_000

/** The amounts and their times: a withdrawal counts when it is asked for, a top-up when it is credited. */
const tables = {
  withdrawals: { table: 'withdrawal', amount: 'amount', instant: 'created_at', only: sql`status <> 'rejected'` },
  deposits: { table: 'deposit', amount: 'received', instant: 'decided_at', only: sql`status = 'passed'` },
} as const

/** Several amounts that each stay just below the sum above which two people decide. It counts once in a window. */
async function inParts(kind: Kind, { db, settings }: Asked, ids: readonly string[]): Promise<Finding[]> {
  const { count, nearBps, windowMs } = settings.signals.parts
  const most = settings.fourEyesAbove
  const least = (most * BigInt(nearBps)) / 10_000n
  if (least <= 0n) return []
  const { only } = tables[kind]
  const [table, amount, instant] = [
    sql.table(tables[kind].table),
    sql.ref(tables[kind].amount),
    sql.ref(tables[kind].instant),
  ]
  const { rows } = await sql<Row>`
    with seen as materialized (
      select player_id, ${instant} as at from ${table}
      where id = any (${ids}::uuid[]) and ${only} and ${amount} between ${least} and ${most})
    select seen.player_id, seen.at, count, total from seen cross join lateral (
      select count(*)::integer as count, sum(${amount})::bigint as total from ${table}
      where player_id = seen.player_id and ${instant} > seen.at - ${windowMs} * interval '1 millisecond'
        and ${instant} <= seen.at and ${only} and ${amount} between ${least} and ${most}) as part
    where count >= ${count}`.execute(db)
  return rows.map((row) => ({
    fact: `${kind}:${row.player_id}:${spanOf(row.at, windowMs)}`,
    playerIds: [row.player_id],
    facts: {
      kind,
      count: String(row.count),
      total: formatCents(storedCents(row.total)),
      threshold: formatCents(most),
      days: String(windowMs / dayMs),
    },
    at: row.at,
  }))
}

export const partsRule: Rule = {
  withdrawals: (asked, ids) => inParts('withdrawals', asked, ids),
  deposits: (asked, ids) => inParts('deposits', asked, ids),
}
