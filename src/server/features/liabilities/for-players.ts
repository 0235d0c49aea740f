import { sql } from 'kysely'
import type { Output } from '#contract/endpoint'
import { liabilityTotals, myLiabilities } from '#contract/money/liabilities'
import { hourMs } from '#core/fairness/liabilities/hours'
import { totalOf } from '#core/fairness/liabilities/path-file'
import { storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { handleRead, handleShared } from '../../services/calls/handle.ts'
import { pathFileOf } from '../../services/liabilities/path-of.ts'
import { findSnapshot, keptDays, missedHours, shownSnapshot } from './snapshots.ts'

type Answer = Output<typeof liabilityTotals>

export const liabilityTotalsHandler = handleShared(liabilityTotals, {
  source: 'log',
  run: async ({ db, nowMs, holdsUntil }) => {
    // Another hour may be missed, or a list removed, when the next one begins.
    holdsUntil((Math.floor(nowMs / hourMs) + 1) * hourMs)
    const newest = await findSnapshot(db)
    return {
      newest: newest && (await shownSnapshot(db, newest)),
      keptDays,
      hours: await hoursOf(db, nowMs),
      days: await daysOf(db, nowMs),
      missed: await missedHours(db, nowMs),
    }
  },
})

const hoursShown = 7 * 24

/** The hours up to the last one that has a proof or had its time. */
async function hoursOf(db: Queryable, nowMs: number): Promise<Answer['hours']> {
  const { rows } = await sql<{ hour: Date; number: number | null; total: bigint | null }>`
    select hour, number, total
    from (select min(hour) as first, max(hour) as last from liability_snapshot) since cross join generate_series(
      greatest(first, date_trunc('hour', ${new Date(nowMs - (hoursShown - 1) * hourMs)}::timestamptz)),
      greatest(last, date_trunc('hour', ${new Date(nowMs - hourMs)}::timestamptz)), interval '1 hour') as hour
    left join liability_snapshot using (hour) where first is not null order by hour`.execute(db)
  return rows.map(({ hour, number, total }) => ({
    hour: hour.getTime(),
    number,
    total: total === null ? null : storedCents(total),
  }))
}

async function daysOf(db: Queryable, nowMs: number): Promise<Answer['days']> {
  const { rows } = await sql<{ day: string; number: number; total: bigint }>`
    select distinct on (day) to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, number, total from liability_snapshot
    where hour >= ${new Date(nowMs - keptDays * 24 * hourMs)} order by day, number desc`.execute(db)
  return rows.map(({ day, number, total }) => ({ day, number, total: storedCents(total) }))
}

export const myLiabilitiesHandler = handleRead(myLiabilities, async ({ db, caller, input, memory, config }) => {
  const snapshot = await findSnapshot(db, input.number)
  if (!snapshot) return { proof: null }
  const player = await db
    .selectFrom('player')
    .select(['id', 'account'])
    .where('id', '=', caller.playerId)
    .executeTakeFirstOrThrow()
  const file = await pathFileOf({ db, memory, config }, player, snapshot)
  if (!file) return { proof: null }
  const cents = (amount: number) => storedCents(BigInt(amount))
  const { available, held, repeatOrders, stakes } = file.owed
  return {
    proof: {
      number: snapshot.number,
      at: snapshot.at.getTime(),
      total: cents(totalOf(file.owed)),
      owed: {
        available: cents(available),
        held: cents(held),
        repeatOrders: cents(repeatOrders),
        stakes: cents(stakes),
      },
      file: {
        ...file,
        parts: file.parts.map((part) => ({ ...part, path: [...part.path] })),
        keyChanges: [...file.keyChanges],
      },
    },
  }
})
