import { sql } from 'kysely'
import { hourMs } from '#core/fairness/liabilities/hours'
import { storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'

export const keptDays = 90

const columns = [
  ...(['number', 'at', 'hour', 'log_seq', 'build', 'root', 'total', 'leaves', 'available', 'held'] as const),
  ...(['repeat_orders', 'stakes', 'head_number', 'took_ms'] as const),
] as const

/** The newest snapshot, or the one of that number. */
export async function findSnapshot(db: Queryable, number?: number) {
  const row = await db
    .selectFrom('liability_snapshot')
    .select(columns)
    .$if(number !== undefined, (query) => query.where('number', '=', number!))
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export type Snapshot = NonNullable<Awaited<ReturnType<typeof findSnapshot>>>

function owedOf(row: Pick<Snapshot, 'available' | 'held' | 'repeat_orders' | 'stakes'>) {
  return {
    available: storedCents(row.available),
    held: storedCents(row.held),
    repeatOrders: storedCents(row.repeat_orders),
    stakes: storedCents(row.stakes),
  }
}

/** A snapshot as it is shown. */
export async function shownSnapshot(db: Queryable, row: Snapshot) {
  const { rows } = await sql<{ hash: string | null; is_kept: boolean }>`
    select (select encode(hash, 'hex') from seal where number = ${row.head_number}) as hash,
      exists (select from liability_seed where build = ${row.build}) as is_kept`.execute(db)
  const { hash, is_kept: isKept } = rows[0]!
  return {
    number: row.number,
    at: row.at.getTime(),
    total: storedCents(row.total),
    owed: owedOf(row),
    leaves: row.leaves,
    root: row.root.toString('hex'),
    ledger: hash === null ? null : { number: Number(row.head_number), hash },
    index: Number(row.log_seq),
    list: isKept ? `/fair/liabilities/${row.number}.txt` : null,
  }
}

const missedMost = 50

/** The hours since the first proof and within the days that proofs are kept in which none was made; the present one may still come. */
export async function missedHours(db: Queryable, nowMs: number): Promise<{ hours: number; newest: number[] }> {
  const [from, until] = [new Date(nowMs - keptDays * 24 * hourMs), new Date(nowMs - hourMs)]
  const { rows } = await sql<{ hour: Date; count: number }>`
    select hour, (count(*) over ())::integer as count
    from (select min(hour) as first from liability_snapshot) since, generate_series(
      greatest(first, date_trunc('hour', ${from}::timestamptz)), date_trunc('hour', ${until}::timestamptz), interval '1 hour') as hour
    where first is not null and not exists (select from liability_snapshot where liability_snapshot.hour = hour.hour)
    order by hour desc limit ${missedMost}`.execute(db)
  return { hours: rows[0]?.count ?? 0, newest: rows.map(({ hour }) => hour.getTime()) }
}
