import { sql } from 'kysely'
import { confirmPlayLimit, listPlayLimits, setPlayLimit } from '#contract/play/limits'
import { accountsOf } from '#core/ledger/postings'
import { type Cents, storedCents, sumCents } from '#core/money/cents'
import { increaseWaitMs, isAsBefore, isIncrease, limitSpans, roomUnder, spanMs } from '#core/rules/money/deposit-limit'
import { playLimitKinds } from '#core/rules/play/limits'
import type { Queryable, Tx } from '../../world/members/database.ts'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { handle, handleSnapshot } from '../../services/calls/handle.ts'
import { type LimitRow, limitFrom } from '../../services/limits/limit-row.ts'
import { lockPlayer } from '../../services/people/find-player.ts'

export const listPlayLimitsHandler = handleSnapshot(listPlayLimits, async ({ caller, db, nowMs }) => ({
  items: await playLimitsOf(db, caller.playerId, nowMs),
}))

/** A player's limits on stakes and losses, and what is used of each. */
export async function playLimitsOf(db: Queryable, playerId: string, nowMs: number) {
  const limits = await limitsOf(db, playerId, nowMs)
  const reserved = await reservedFor(db, playerId)
  const bySpan = new Map<Named['span'], Awaited<ReturnType<typeof usedSince>>>()
  for (const span of limitSpans) bySpan.set(span, await usedSince(db, playerId, nowMs - spanMs[span]))
  return limits.map(({ kind, span, amount, pending }) => {
    const used = bySpan.get(span)![kind]
    return {
      kind,
      span,
      amount,
      used,
      left: amount === null ? null : roomUnder(amount, sumCents([used, reserved])),
      pending: pending && { amount: pending.amount, confirmableFrom: pending.confirmableFrom },
    }
  })
}

export const setPlayLimitHandler = handle(setPlayLimit, async ({ input, caller, tx, nowMs, beacon }) => {
  await lockPlayer(tx, caller.playerId)
  const current = (await limitsOf(tx, caller.playerId, nowMs)).find((each) => isThat(each, input))!
  // Otherwise one player could add rows without end, and restart a wait by asking twice.
  if (isAsBefore(current, input.amount)) return { confirmableFrom: current.pending?.confirmableFrom ?? null }
  const waits = isIncrease(current.amount, input.amount)
  if (waits) requireConfirmedClock(beacon)
  const at = new Date(nowMs)
  await tx
    .insertInto('play_limit')
    .values({ ...input, player_id: caller.playerId, asked_at: at, confirmed_at: waits ? null : at })
    .execute()
  await noteWhetherLimited(tx, caller.playerId, nowMs)
  return { confirmableFrom: waits ? nowMs + increaseWaitMs : null }
})

export const confirmPlayLimitHandler = handle(confirmPlayLimit, async (context) => {
  const { input, caller, tx, nowMs, beacon, refuse } = context
  requireConfirmedClock(beacon)
  await lockPlayer(tx, caller.playerId)
  const { pending } = (await limitsOf(tx, caller.playerId, nowMs)).find((each) => isThat(each, input))!
  if (!pending) return refuse('limit_not_asked')
  const waitMs = pending.confirmableFrom - nowMs
  if (waitMs > 0) return refuse('limit_waiting', { hours: String(Math.ceil(waitMs / 3_600_000)) })
  await tx
    .updateTable('play_limit')
    .set({ confirmed_at: new Date(nowMs) })
    .where('id', '=', pending.id)
    .execute()
  await noteWhetherLimited(tx, caller.playerId, nowMs)
  return {}
})

type Named = { readonly kind: (typeof playLimitKinds)[number]; readonly span: (typeof limitSpans)[number] }

const isThat = (limit: Named, { kind, span }: Named) => limit.kind === kind && limit.span === span

/** For each kind and span the latest limit in force, and any increase requested since. */
async function limitsOf(db: Queryable, playerId: string, nowMs: number) {
  const { rows } = await sql<Named & LimitRow>`
    select kinds.kind, spans.span, in_force.amount, last.id, last.amount as asked, last.asked_at, last.confirmed_at
    from unnest(${[...playLimitKinds]}::text[]) as kinds (kind) cross join unnest(${[...limitSpans]}::text[]) as spans (span)
    left join lateral (
      select amount from play_limit
      where player_id = ${playerId} and kind = kinds.kind and span = spans.span and confirmed_at is not null
      order by id desc limit 1) in_force on true
    left join lateral (
      select * from play_limit where player_id = ${playerId} and kind = kinds.kind and span = spans.span
      order by id desc limit 1) last on true`.execute(db)
  return rows.map((row) => ({ kind: row.kind, span: row.span, ...limitFrom(row, nowMs) }))
}

/** Placing reads limits only of players who have any, so the player's row says whether there are any; only they have sums. */
async function noteWhetherLimited(tx: Tx, playerId: string, nowMs: number): Promise<void> {
  const isLimited = (await limitsOf(tx, playerId, nowMs)).some(({ amount }) => amount !== null)
  const changed = await tx
    .updateTable('player')
    .set({ is_limited: isLimited })
    .where('id', '=', playerId)
    .where('is_limited', '!=', isLimited)
    .returning('id')
    .executeTakeFirst()
  if (changed) await makeSums(tx, playerId, { isLimited, nowMs })
}

/**
 * Makes the sums from which limits are counted, or removes them. Bets and payments lock the same accounts, so none is missed or counted
 * twice.
 */
export async function makeSums(
  tx: Queryable,
  playerId: string,
  { isLimited, nowMs }: { isLimited: boolean; nowMs: number },
): Promise<void> {
  await sql`select lock_accounts(${accountsOf(playerId)})`.execute(tx)
  const own = sql`(select id from account where ref = ${`player:${playerId}:available`})`
  await sql`delete from play_sum where account_id = ${own}`.execute(tx)
  await sql`delete from play_draw where account_id = ${own}`.execute(tx)
  if (isLimited) await sql`select fill_play_sums(${playerId}, ${new Date(nowMs)})`.execute(tx)
}

/** What is held for repeat orders that run, all of which is to be staked yet. */
async function reservedFor(db: Queryable, playerId: string): Promise<Cents> {
  const { rows } = await sql<{ reserved: bigint }>`
    select coalesce(sum(stake * left_over), 0)::bigint as reserved from repeat_order
    where player_id = ${playerId} and status = 'running'`.execute(db)
  return storedCents(rows[0]!.reserved)
}

async function usedSince(db: Queryable, playerId: string, sinceMs: number): Promise<Record<Named['kind'], Cents>> {
  const { rows } = await sql<{ staked: bigint; lost: bigint }>`
    select staked, lost from play_used(${playerId}, ${new Date(sinceMs)})`.execute(db)
  const [{ staked, lost }] = rows as [(typeof rows)[number]]
  // A player who won has a negative loss.
  return { stake: storedCents(staked), loss: storedCents(lost) }
}

type Room = { readonly stake_left: bigint | null; readonly loss_left: bigint | null; readonly reserved: bigint }

/** Why a player whose row is locked may not commit this much stake in advance; null where no limit prevents it. */
export async function playLimitRefusal(
  tx: Tx,
  { playerId, total, nowMs }: { playerId: string; total: Cents; nowMs: number },
): Promise<'stake_limit_reached' | 'loss_limit_reached' | null> {
  const { rows } = await sql<Room>`select * from play_room(${playerId}, ${new Date(nowMs)})`.execute(tx)
  const { stake_left: stakeLeft, loss_left: lossLeft, reserved } = rows[0]!
  if (stakeLeft !== null && total + reserved > stakeLeft) return 'stake_limit_reached'
  return lossLeft !== null && total + reserved > lossLeft ? 'loss_limit_reached' : null
}
