import { sql } from 'kysely'
import { type Cents, storedCents } from '#core/money/cents'
import { type LimitSpan, increaseWaitMs, limitSpans, roomUnder, spanMs } from '#core/rules/money/deposit-limit'
import type { Queryable, Tx } from '../../world/members/database.ts'

type Limit = {
  readonly span: LimitSpan
  readonly amount: Cents | null
  readonly paidIn: Cents
  readonly awaited: Cents
  readonly left: Cents | null
  readonly pending: { readonly id: bigint; readonly amount: Cents | null; readonly confirmableFrom: number } | null
}

const orNull = (amount: bigint | null) => (amount === null ? null : storedCents(amount))

/** A player's deposit limits: for each span the latest one in force, and any increase requested since. */
export async function limitsOf(db: Queryable, playerId: string, nowMs: number): Promise<Limit[]> {
  const rows = await db
    .selectFrom('deposit_limit')
    .selectAll()
    .where('player_id', '=', playerId)
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(
    limitSpans.map(async (span) => {
      const own = rows.filter((row) => row.span === span)
      const inForce = own.find(({ confirmed_at }) => confirmed_at !== null)
      const [last] = own
      const amount = orNull(inForce?.amount ?? null)
      const { paidIn, awaited } = await paidInSince(db, playerId, nowMs - spanMs[span])
      return {
        span,
        amount,
        paidIn,
        awaited,
        left: amount === null ? null : roomUnder(amount, paidIn),
        pending:
          last && last.confirmed_at === null
            ? {
                id: last.id,
                amount: orNull(last.amount),
                confirmableFrom: last.asked_at.getTime() + increaseWaitMs,
              }
            : null,
      }
    }),
  )
}

/** How much the tightest of a player's limits still allows; null where there is none. */
export async function roomLeft(tx: Tx, playerId: string, nowMs: number): Promise<Cents | null> {
  const limits = await limitsOf(tx, playerId, nowMs)
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
