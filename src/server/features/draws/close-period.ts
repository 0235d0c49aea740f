import type { LiveEvent } from '#contract/live'
import { drawTotals } from '#core/fairness/bets'
import type { Selectable } from 'kysely'
import type { App } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import { errorCode, onCommit, transaction } from '../../db/database.ts'
import type { Period } from '../../world/members/tables.generated.ts'
import { notTheDrawKey, sealsDraws } from '../../services/fairness/check-keys.ts'
import { openSecret } from '../../services/fairness/draw-secret.ts'
import { openPublicLog } from '../../services/fairness/public-log.ts'
import { lockNotAvailable, shutPeriod } from './period-lock.ts'
import { spreadMs } from './queries.ts'
import { countDraw } from './trends.ts'

/** A close record must be public this long before its round, or the draw is void. */
const closeLeadMs = 1_000

/**
 * Closes every period whose betting time is over: after an outage first those that can still close in time, then those
 * that are too late.
 */
export async function closeDuePeriods(app: App): Promise<void> {
  const now = new Date(app.clock.nowMs())
  const due = await app.db.query
    .selectFrom('period')
    .select(['id', 'round_at'])
    .where('status', '=', 'scheduled')
    .where('closes_at', '<=', now)
    .orderBy((eb) => eb('round_at', '<=', now))
    .orderBy('closes_at')
    .limit(50)
    .execute()
  await closeAll(
    app,
    due.filter(({ round_at }) => round_at > now),
  )
  await closeAll(
    app,
    due.filter(({ round_at }) => round_at <= now),
  )
}

/** Closes four periods at a time, which leaves connections for other work. */
async function closeAll(app: App, periods: readonly { id: number }[]): Promise<void> {
  const waiting = [...periods]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await tryToClose(app, next.id)
  }
  await Promise.all(Array.from({ length: 4 }, worker))
}

async function tryToClose(app: App, id: number): Promise<void> {
  try {
    // Counts almost all bets before the lock, so that a draw of a million bets closes as fast as one of a thousand.
    await app.runningBets.tally(app.db.query, id)
    await transaction(app.db, app.random, (tx) => closePeriod(app, tx, id))
    app.runningBets.forget(id)
  } catch (error) {
    // One period that cannot be closed must not keep the others open.
    if (errorCode(error) !== lockNotAvailable) app.log.error({ err: error, period: id }, 'a period could not be closed')
    else app.log.warn({ period: id }, 'a bet that is being placed delays the closing of a period; it is tried again')
  }
}

/**
 * Fixes the bets and opens the secret, in the same transaction as the log record about it. The row lock keeps other
 * nodes away. It is `for no key update`, which a bet's foreign key does not wait for: closing waits for bets, so bets
 * must not wait for it.
 */
async function closePeriod(app: App, tx: Tx, id: number): Promise<void> {
  const period = await tx
    .selectFrom('period')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'scheduled')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!period) return
  await shutPeriod(tx, id)
  const tally = await app.runningBets.tally(tx, id)
  const secret = openSecret(
    { drawId: period.draw_id, commit: period.commit, sealed: period.secret_sealed },
    app.config.drawKey,
  )
  const { atMs, append } = await openPublicLog(app, tx)
  // A draw that ends here without a close is shown to them by the record that says so.
  onCommit(tx, app.witnesses.ask)
  if (atMs < period.closes_at.getTime()) throw new Error(`${period.draw_id} would close before its time`)
  const isLate = atMs > period.round_at.getTime() - closeLeadMs
  const refund = { drawId: period.draw_id, refunds: tally.bets, refundTotal: tally.stakeTotal }
  const at = new Date(atMs)
  const closed = { closed_at: at, bets: tally.bets, stake_total: BigInt(tally.stakeTotal) }
  if (isLate && tally.bets === 0) {
    await append({ type: 'skip', body: { drawId: period.draw_id } })
    await skip(tx, { period, at, closed })
    return
  }
  if (secret === null) {
    // With another key every secret looks lost. A node that has it leaves the draw to those that have the right one.
    if (!(await sealsDraws(tx, app.config.drawKey, period.draw_id))) throw new Error(notTheDrawKey)
    await append({ type: 'void', body: { ...refund, reason: 'secret-lost' } })
    await end(app, tx, { period, reason: 'secret-lost', at, closed, events: [] })
    return
  }
  const cells = [{ bets: tally.bets, root: tally.root.toString('hex'), stakeTotal: tally.stakeTotal }]
  const close = await append({
    type: 'close',
    body: { drawId: period.draw_id, cells, ...drawTotals(period.draw_id, cells), secret },
  })
  const { record, index, hash, checkpoint } = close
  const told: LiveEvent = { audience: 'everybody', kind: 'draw.closed', body: { record, index, hash, checkpoint } }
  if (!isLate) {
    await tx
      .updateTable('period')
      .set({ status: 'closed', ...closed })
      .where('id', '=', id)
      .execute()
    await app.hub.record(tx, [told])
    return
  }
  // A late closer could have known the beacon, so nothing is drawn and only stakes go back. If a delayed draw paid
  // anything, whoever can delay the house could bet for free.
  await append({ type: 'void', body: { ...refund, reason: 'late-close' } })
  await end(app, tx, { period, reason: 'late-close', at, closed, events: [told] })
}

type VoidReason = 'late-close' | 'beacon-unavailable' | 'secret-lost'

type Ending = {
  readonly period: Selectable<Period>
  readonly reason: VoidReason
  readonly at: Date
  readonly closed: { closed_at: Date; bets: number; stake_total: bigint } | null
  readonly events: readonly LiveEvent[]
}

/** Marks a draw as ended without numbers; settlement gives the stakes back. */
async function end(app: App, tx: Tx, { period, reason, at, closed, events }: Ending): Promise<void> {
  await tx
    .updateTable('period')
    .set({ status: 'void', void_reason: reason, ended_at: at, ...closed })
    .where('id', '=', period.id)
    .execute()
  await countDraw(tx, { game: period.game, day: period.day, what: voidColumns[reason] })
  await app.hub.record(tx, [
    ...events,
    { audience: 'everybody', kind: 'draw.void', body: { drawId: period.draw_id, reason, spreadMs } },
  ])
}

/** Marks a draw as skipped. Nobody bet on it, so there is nothing to settle and nobody to notify. */
async function skip(tx: Tx, { period, at, closed }: Pick<Ending, 'period' | 'at' | 'closed'>): Promise<void> {
  await tx
    .updateTable('period')
    .set({ status: 'skipped', ended_at: at, settled_at: at, ...closed })
    .where('id', '=', period.id)
    .execute()
  await countDraw(tx, { game: period.game, day: period.day, what: 'skipped' })
}

const voidColumns = {
  'late-close': 'late_close',
  'beacon-unavailable': 'beacon_unavailable',
  'secret-lost': 'secret_lost',
} as const

/** Voids a closed draw whose beacon round could not be fetched for a week. */
export async function voidUndrawn(app: App, tx: Tx, id: number): Promise<void> {
  const period = await tx
    .selectFrom('period')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'closed')
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!period) return
  const { atMs, append } = await openPublicLog(app, tx)
  const refund = { refunds: period.bets!, refundTotal: Number(period.stake_total!) }
  await append({ type: 'void', body: { drawId: period.draw_id, reason: 'beacon-unavailable', ...refund } })
  await end(app, tx, { period, reason: 'beacon-unavailable', at: new Date(atMs), closed: null, events: [] })
}
