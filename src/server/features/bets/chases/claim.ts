import { type Selectable, sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import { settle } from '#core/games/settle'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import type { App } from '../../../world/app.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import type { Chase, Period } from '../../../world/members/tables.generated.ts'
import { isExcluded } from '../../exclusions/exclusions.ts'
import { chaseEvents, chosenBets, endChase } from './chase-row.ts'

type Row = Selectable<Chase>

/** A chase, the period it is to be bet on, and the key under which this node alone may do so. */
export type Claim = Row & { readonly current_period: number; readonly claim_key: string }

/** Whoever claimed a chase and says nothing for so long is taken for dead, and the next one claims it anew. */
const claimMs = 10_000

/** How long to wait for a draw that is being settled, and for a schedule that is not there yet. */
const settlingMs = 1_000
const unscheduledMs = 5_000

/** Chases looked at in one round, those that waited longest first; the others are in the next one. */
const chasesMost = 1_000

/** The chases of which something is due. One whose owner may not bet any more is due at once, unless it cannot go on. */
export async function dueChases({ db, clock }: App): Promise<string[]> {
  const now = new Date(clock.nowMs())
  const { rows } = await sql<{ id: string }>`
    select chase.id from chase join player on player.id = player_id
    where chase.status = 'running' and (claimed_until is null or claimed_until <= ${now})
      and (due_at <= ${now} or (failures = 0 and (player.status <> 'normal' or excluded_until > ${now})))
    order by due_at limit ${chasesMost}`.execute(db.query)
  return rows.map(({ id }) => id)
}

/** Claims what is to be bet on next; null where the chase has to wait, is over by now, or is another node's. */
export async function claimNext(app: App, tx: Tx, id: string): Promise<Claim | null> {
  const nowMs = app.clock.nowMs()
  const chase = await tx
    .selectFrom('chase')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', new Date(nowMs))]))
    .forNoKeyUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!chase) return null
  const next = await nextStep(app, tx, chase)
  if ('status' in next) {
    await endChase(tx, chase, { status: next.status, transferId: app.random.uuid(), nowMs })
    // After the player's accounts: the events table has its own lock, and every transaction takes that lock last.
    await app.hub.record(tx, chaseEvents(chase))
    return null
  }
  if ('dueMs' in next) {
    await tx
      .updateTable('chase')
      .set({ due_at: new Date(next.dueMs) })
      .where('id', '=', id)
      .execute()
    return null
  }
  const claim = {
    current_period: next.period,
    claim_key: app.random.uuid(),
    claimed_until: new Date(nowMs + claimMs),
    left_over: chase.current_period === null ? chase.left_over - 1 : chase.left_over,
  }
  await tx.updateTable('chase').set(claim).where('id', '=', id).execute()
  return { ...chase, ...claim }
}

type Step = { status: 'done' | 'won' | 'stopped' } | { dueMs: number } | { period: number }

async function nextStep(app: App, tx: Tx, chase: Row): Promise<Step> {
  const nowMs = app.clock.nowMs()
  if (await isShutOut(app, tx, chase.player_id)) return { status: 'stopped' }
  // A node claimed this period earlier and died before it placed the bet.
  if (chase.current_period !== null) return { period: chase.current_period }
  if (chase.placed_period !== null && chase.stops_on_win) {
    const placed = await periodById(tx, chase.placed_period)
    if (placed.settled_at === null) return { dueMs: Math.max(placed.draws_at.getTime(), nowMs + settlingMs) }
    if (placed.outcome && hasWon(chase, placed.outcome)) return { status: 'won' }
  }
  if (chase.left_over === 0) return { status: 'done' }
  const next = await nextPeriod(tx, chase)
  if (!next) return { dueMs: nowMs + unscheduledMs }
  return next.opens_at.getTime() > nowMs ? { dueMs: next.opens_at.getTime() } : { period: next.id }
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

function hasWon(chase: Row, outcome: readonly number[]): boolean {
  return chosenBets(chase).some((bet) => settle(acceptedBet(bet), Object.freeze([...outcome])).verdict === 'win')
}

function periodById(tx: Tx, id: number): Promise<Selectable<Period>> {
  return tx.selectFrom('period').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function nextPeriod(tx: Tx, chase: Row): Promise<Selectable<Period> | undefined> {
  if (chase.last_period === null) return periodById(tx, chase.first_period)
  return tx
    .selectFrom('period')
    .selectAll()
    .where('game', '=', chase.game)
    .where('draws_at', '>', (eb) => eb.selectFrom('period').select('draws_at').where('id', '=', chase.last_period))
    .orderBy('draws_at')
    .limit(1)
    .executeTakeFirst()
}
