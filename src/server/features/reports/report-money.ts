import { sql } from 'kysely'
import { reportMoney } from '#contract/console/reports'
import { storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { reconcile } from '../../services/ledger/reconcile.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { readRange } from './day-range.ts'

type Range = { readonly since: Date; readonly before: Date }

export const reportMoneyHandler = handleSnapshot(reportMoney, async ({ input, db, nowMs }) => {
  const range = readRange(input)
  const { promisedMs } = await currentSettings(db, nowMs)
  return {
    deposits: await movedByDay(db, 'deposit', range),
    withdrawals: await movedByDay(db, 'withdrawal', range),
    reviews: [
      { ...(await reviewTimes(db, 'certification', range)), promisedMs: promisedMs.certifications },
      { ...(await reviewTimes(db, 'deposit', range)), promisedMs: promisedMs.deposits },
      { ...(await reviewTimes(db, 'withdrawal', range)), promisedMs: promisedMs.withdrawals },
    ],
    newPlayers: await newPlayers(db, range),
    liability: await reconcile(db),
  }
})

/** By the day of the decision: what was credited, and what was paid out with its fee. */
async function movedByDay(db: Queryable, table: 'deposit' | 'withdrawal', { since, before }: Range) {
  const amount = table === 'deposit' ? sql.ref('received') : sql.ref('amount')
  const { rows } = await sql<{ day: string; count: number; amount: bigint }>`
    select to_char(each.day, 'YYYY-MM-DD') as day, count, amount from (
      select (decided_at at time zone 'UTC')::date as day, count(*)::integer as count, sum(${amount})::bigint as amount
      from ${sql.table(table)} where decided_at >= ${since} and decided_at < ${before} and status = 'passed'
      group by 1) each
    order by each.day`.execute(db)
  return rows.map(({ amount, ...row }) => ({ ...row, amount: storedCents(amount) }))
}

const kinds = { certification: 'certifications', deposit: 'deposits', withdrawal: 'withdrawals' } as const

async function reviewTimes(db: Queryable, table: keyof typeof kinds, { since, before }: Range) {
  // Both percentiles from one sort, which is the slow part.
  const { rows } = await sql<{ decided: number; rejected: number; median: number | null; p95: number | null }>`
    select decided, rejected, round(shares[1])::integer as median, round(shares[2])::integer as p95 from (
    select count(*)::integer as decided, count(*) filter (where status = 'rejected')::integer as rejected,
      percentile_cont(array[0.5, 0.95]) within group (order by took) as shares
    from (
      select status, date_part('epoch', decided_at - created_at) as took from ${sql.table(table)}
      where decided_at >= ${since} and decided_at < ${before}) each) of_all`.execute(db)
  const { decided, rejected, median, p95 } = rows[0]!
  const asMs = (seconds: number | null) => (seconds === null ? null : seconds * 1_000)
  const kind = kinds[table]
  return { kind, decided, rejected, medianMs: asMs(median), p95Ms: asMs(p95) }
}

async function newPlayers(db: Queryable, { since, before }: Range): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from player where created_at >= ${since} and created_at < ${before}`.execute(db)
  return rows[0]!.count
}
