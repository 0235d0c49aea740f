import { sql } from 'kysely'
import { type Cents, storedCents } from '#core/money/cents'
import { type LimitSpan, limitSpans, roomUnder, spanMs } from '#core/rules/money/deposit-limit'
import type { Queryable } from '../../world/members/database.ts'
import { type LimitRow, limitFrom } from '../../services/limits/limit-row.ts'

type Limit = {
  readonly span: LimitSpan
  readonly amount: Cents | null
  readonly paidIn: Cents
  readonly awaited: Cents
  readonly left: Cents | null
  readonly pending: { readonly id: bigint; readonly amount: Cents | null; readonly confirmableFrom: number } | null
}

/** A player's deposit limits: for each span the latest one in force, and any increase requested since. */
export async function limitsOf(db: Queryable, playerId: string, nowMs: number): Promise<Limit[]> {
  const { rows } = await sql<{ span: LimitSpan } & LimitRow>`
    select spans.span, in_force.amount, last.id, last.amount as asked, last.asked_at, last.confirmed_at
    from unnest(${[...limitSpans]}::text[]) as spans (span)
    left join lateral (
      select amount from deposit_limit where player_id = ${playerId} and span = spans.span and confirmed_at is not null
      order by id desc limit 1) in_force on true
    left join lateral (
      select * from deposit_limit where player_id = ${playerId} and span = spans.span order by id desc limit 1) last on true`.execute(
    db,
  )
  return Promise.all(
    rows.map(async (row) => {
      const { amount, pending } = limitFrom(row, nowMs)
      const { paidIn, awaited } = await paidInSince(db, playerId, nowMs - spanMs[row.span])
      const left = amount === null ? null : roomUnder(amount, paidIn)
      return { span: row.span, amount, paidIn, awaited, left, pending }
    }),
  )
}

/** How much the tightest of a player's limits still allows; null where there is none. */
export async function roomLeft(db: Queryable, playerId: string, nowMs: number): Promise<Cents | null> {
  const limits = await limitsOf(db, playerId, nowMs)
  const rooms = limits.flatMap(({ left }) => (left === null ? [] : [left]))
  return rooms.length === 0 ? null : rooms.reduce((least, each) => (each < least ? each : least))
}

/** What was credited, and what was requested and not rejected. Withdrawals in between do not free any of the limit. */
async function paidInSince(
  db: Queryable,
  playerId: string,
  sinceMs: number,
): Promise<{ paidIn: Cents; awaited: Cents }> {
  const { rows } = await sql<{ total: bigint; awaited: bigint }>`
    select coalesce(sum(coalesce(received, amount)), 0)::bigint as total,
      coalesce(sum(amount) filter (where status <> 'passed'), 0)::bigint as awaited
    from deposit
    where player_id = ${playerId} and status <> 'rejected' and created_at > ${new Date(sinceMs)}`.execute(db)
  return { paidIn: storedCents(rows[0]!.total), awaited: storedCents(rows[0]!.awaited) }
}
