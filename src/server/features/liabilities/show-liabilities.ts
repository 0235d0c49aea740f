import { sql } from 'kysely'
import { showLiabilities } from '#contract/money/liabilities'
import { hourMs } from '#core/fairness/liabilities/hours'
import { storedCents, sumCents } from '#core/money/cents'
import { undecided } from '#core/reviews/review'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { reconcile } from '../../services/ledger/reconcile.ts'
import { seenCheckpoint } from '../../services/witnesses/seen-checkpoint.ts'
import { findSnapshot, missedHours, shownSnapshot } from './snapshots.ts'

export const showLiabilitiesHandler = handleSnapshot(showLiabilities, async ({ db, nowMs, witnesses }) => {
  const newest = await findSnapshot(db)
  const { available, held, repeatOrders, periods: stakes } = await reconcile(db)
  const isWitnessed = async (index: number) =>
    witnesses.policy?.quorum ? ((await seenCheckpoint(db, index))?.isWitnessed ?? false) : null
  const thisHourMs = Math.floor(nowMs / hourMs) * hourMs
  return {
    now: nowMs,
    newest: newest && {
      ...(await shownSnapshot(db, newest)),
      tookMs: newest.took_ms,
      isWitnessed: await isWitnessed(Number(newest.log_seq)),
    },
    nextAt: newest && newest.hour.getTime() >= thisHourMs ? thisHourMs + hourMs : nowMs,
    ledger: {
      available,
      held,
      repeatOrders,
      stakes,
      total: sumCents([available, held, repeatOrders, stakes]),
      pendingTopUps: await pendingTopUps(db),
    },
    missed: await missedHours(db, nowMs),
    failure: await lastFailure(db),
    kept: await whatIsKept(db),
  }
})

async function pendingTopUps(db: Queryable) {
  const { sum } = await db
    .selectFrom('deposit')
    .select(sql<bigint>`coalesce(sum(amount), 0)::bigint`.as('sum'))
    .where('status', 'in', undecided)
    .executeTakeFirstOrThrow()
  return storedCents(sum)
}

/** How the last attempt failed, unless a proof was made since. */
export async function lastFailure(db: Queryable): Promise<{ at: number; what: string } | null> {
  const row = await db
    .selectFrom('liability_turn')
    .select(['failed_at', 'failure'])
    .where('failed_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('liability_snapshot').whereRef('liability_snapshot.at', '>', 'failed_at'))),
    )
    .orderBy('hour', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { at: row.failed_at!.getTime(), what: row.failure! } : null
}

async function whatIsKept(db: Queryable): Promise<{ proofs: number; bytes: number }> {
  const { rows } = await sql<{ proofs: number; bytes: number }>`
    select (select count(*) from liability_seed)::integer as proofs,
      pg_total_relation_size('liability_piece')::float8 + pg_total_relation_size('liability_stake')::float8 as bytes`.execute(
    db,
  )
  return rows[0]!
}
