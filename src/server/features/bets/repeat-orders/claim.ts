import { type Selectable, sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import { settle } from '#core/games/settle'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import type { App } from '../../../world/app.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import type { RepeatOrder, Period } from '../../../world/members/tables.generated.ts'
import { bettingStop } from '../../../services/beacon/betting-stop.ts'
import { isExcluded } from '../../exclusions/exclusions.ts'
import { repeatOrderEvents, chosenBets, endRepeatOrder } from './repeat-order-row.ts'

type Row = Selectable<RepeatOrder>

/** A repeat order, the period to bet on, and the key under which only this node may place that bet. */
export type Claim = Row & { readonly current_period: number; readonly claim_key: string }

/**
 * A node that claimed a repeat order and does not finish within this time counts as dead, and the next node claims it.
 */
const claimMs = 10_000

/** How long to wait for a draw that is being settled, and for a schedule that is not there yet. */
const settlingMs = 1_000
const unscheduledMs = 5_000

/** Repeat orders handled in one run, those that waited longest first; the others follow in the next run. */
const repeatOrdersMost = 1_000

/**
 * The repeat orders with something due. One whose owner may no longer bet is due at once, unless it is postponed after
 * a failure; it comes first, because while betting is stopped any number of others stay due.
 */
export async function dueRepeatOrders({ db, clock }: App): Promise<string[]> {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<{ id: string }>`
    select repeat_order.id from repeat_order join player on player.id = player_id
    where repeat_order.status = 'running' and (claimed_until is null or claimed_until <= ${now})
      and (due_at <= ${now} or (failures = 0 and (player.status <> 'normal' or excluded_until > ${now})))
    order by (player.status <> 'normal' or excluded_until > ${now}) is true desc, due_at
    limit ${repeatOrdersMost}`.execute(db.query)
  return rows.map(({ id }) => id)
}

/**
 * Claims the next period to bet on; null where the repeat order has to wait, is over, or is claimed by another node.
 */
export async function claimNext(app: App, tx: Tx, id: string): Promise<Claim | null> {
  const nowMs = app.clock.nowMs()
  const repeatOrder = await tx
    .selectFrom('repeat_order')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', new Date(nowMs))]))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!repeatOrder) return null
  const next = await nextStep(app, tx, repeatOrder)
  if ('status' in next) {
    await endRepeatOrder(tx, repeatOrder, { status: next.status, transferId: app.random.uuid(), nowMs })
    // After the player's accounts: the events table has its own lock, and every transaction takes that lock last.
    await app.hub.record(tx, repeatOrderEvents(repeatOrder))
    return null
  }
  if ('dueMs' in next) {
    await tx
      .updateTable('repeat_order')
      .set({ due_at: new Date(next.dueMs) })
      .where('id', '=', id)
      .execute()
    return null
  }
  // While this node takes no bets it claims no draw that still takes them: it would keep the order from a node that does.
  if (bettingStop(app) && takesBets(await periodById(tx, next.period), nowMs)) return null
  const claim = {
    current_period: next.period,
    claim_key: app.random.uuid(),
    claimed_until: new Date(nowMs + claimMs),
    left_over: repeatOrder.current_period === null ? repeatOrder.left_over - 1 : repeatOrder.left_over,
  }
  await tx.updateTable('repeat_order').set(claim).where('id', '=', id).execute()
  return { ...repeatOrder, ...claim }
}

type Step = { status: 'done' | 'won' | 'stopped' } | { dueMs: number } | { period: number }

async function nextStep(app: App, tx: Tx, repeatOrder: Row): Promise<Step> {
  const nowMs = app.clock.nowMs()
  if (await isShutOut(app, tx, repeatOrder.player_id)) return { status: 'stopped' }
  // A node claimed this period earlier and died before it placed the bet.
  if (repeatOrder.current_period !== null) return { period: repeatOrder.current_period }
  if (repeatOrder.placed_period !== null && repeatOrder.stops_on_win) {
    const placed = await periodById(tx, repeatOrder.placed_period)
    if (placed.settled_at === null) return { dueMs: Math.max(placed.draws_at.getTime(), nowMs + settlingMs) }
    if (placed.outcome && hasWon(repeatOrder, placed.outcome)) return { status: 'won' }
  }
  if (repeatOrder.left_over === 0) return { status: 'done' }
  const next = await nextPeriod(tx, repeatOrder)
  if (!next) return { dueMs: nowMs + unscheduledMs }
  return next.opens_at.getTime() > nowMs ? { dueMs: next.opens_at.getTime() } : { period: next.id }
}

/** Whether a period takes bets, as far as its row says. */
export function takesBets(
  { status, closes_at }: Pick<Selectable<Period>, 'status' | 'closes_at'>,
  nowMs: number,
): boolean {
  return status === 'scheduled' && closes_at.getTime() > nowMs
}

/** Whether the player may not bet, by their row as it is now: they excluded themselves, or an operator barred them. */
export async function isShutOut({ clock }: App, db: Queryable, playerId: string): Promise<boolean> {
  const player = await db
    .selectFrom('player')
    .select(['status', 'excluded_until'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  return isExcluded(player, clock.nowMs()) || actionRefusal(player.status as AccountStatus, 'bet') !== null
}

function hasWon(repeatOrder: Row, outcome: readonly number[]): boolean {
  return chosenBets(repeatOrder).some((bet) => settle(acceptedBet(bet), Object.freeze([...outcome])).verdict === 'win')
}

function periodById(tx: Tx, id: number): Promise<Selectable<Period>> {
  return tx.selectFrom('period').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function nextPeriod(tx: Tx, repeatOrder: Row): Promise<Selectable<Period> | undefined> {
  if (repeatOrder.last_period === null) return periodById(tx, repeatOrder.first_period)
  return tx
    .selectFrom('period')
    .selectAll()
    .where('game', '=', repeatOrder.game)
    .where('draws_at', '>', (eb) =>
      eb.selectFrom('period').select('draws_at').where('id', '=', repeatOrder.last_period),
    )
    .orderBy('draws_at')
    .limit(1)
    .executeTakeFirst()
}
