import { createHash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { type Bet, acceptedBet } from '#core/games/bets'
import { settle } from '#core/games/settle'
import { chaseReleased } from '#core/ledger/postings'
import type { App } from '../../app.ts'
import { deskOf } from '../../bets/desk.ts'
import type { OpenPeriod } from '../../bets/open-periods.ts'
import { saltFrom } from '../../bets/receipts.ts'
import { type Queryable, type Tx, transaction } from '../../db/database.ts'
import type { Chase, Period } from '../../db/tables.generated.ts'
import { post } from '../../ledger/post.ts'
import { dashed } from '../../random.ts'
import { isUnderKey } from '../bets/queries.ts'
import { isExcluded } from '../exclusions/exclusions.ts'
import { chosenBets, endChase, stakeOnEach } from './chase-row.ts'

type Row = Selectable<Chase>

/**
 * Takes every running chase as far as it goes now. First a period is put down as being placed, then the slip is placed under a
 * key that follows from chase and period, then the outcome is put down: whoever is killed in between does it again, and
 * nothing happens twice.
 */
export async function runChases(app: App): Promise<void> {
  const running = await app.db.query.selectFrom('chase').select('id').where('status', '=', 'running').execute()
  for (const { id } of running) {
    const placing = await transaction(app.db, app.random, (tx) => takeNext(app, tx, id))
    if (placing) await placeOne(app, placing)
  }
  const unfinished = await app.db.query
    .selectFrom('chase')
    .selectAll()
    .where('current_period', 'is not', null)
    .execute()
  for (const chase of unfinished) if (chase.status !== 'running') await placeOne(app, chase)
}

/** The chase with the period it is to be placed on; null where it has to wait, or is over. */
async function takeNext(app: App, tx: Tx, id: string): Promise<Row | null> {
  const chase = await tx
    .selectFrom('chase')
    .selectAll()
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!chase || chase.current_period) return chase ?? null
  const ending = (status: 'done' | 'won' | 'stopped') =>
    endChase(tx, chase, { status, transferId: app.random.uuid(), nowMs: app.clock.nowMs() }).then(() => null)
  if (await isShutOut(app, tx, chase.player_id)) {
    await app.hub.record(tx, [{ audience: `player:${chase.player_id}`, kind: 'balance.changed', body: {} }])
    return ending('stopped')
  }
  if (chase.last_period !== null && chase.stops_on_win) {
    const last = await periodById(tx, chase.last_period)
    if (last.settled_at === null) return null
    if (last.outcome && hasWon(chase, last.outcome)) return ending('won')
  }
  if (chase.left_over === 0) return ending('done')
  const next = await nextPeriod(tx, chase)
  if (!next || next.opens_at.getTime() > app.clock.nowMs()) return null
  const placing = { current_period: next.id, left_over: chase.left_over - 1 }
  await tx.updateTable('chase').set(placing).where('id', '=', id).execute()
  return { ...chase, ...placing }
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

async function placeOne(app: App, chase: Row): Promise<void> {
  const { draw_id: drawId } = await app.db.query
    .selectFrom('period')
    .select('draw_id')
    .where('id', '=', chase.current_period)
    .executeTakeFirstOrThrow()
  const period = (await deskOf(app).openPeriod(drawId))!
  const outcome = await place(app, chase, period)
  await transaction(app.db, app.random, (tx) => putDown(app, tx, { chase, outcome }))
}

/** What became of the slip; a period that was missed, or is full, counts as refused, and the next one is tried in its turn. */
async function place(app: App, chase: Row, period: OpenPeriod): Promise<string> {
  const desk = deskOf(app)
  const bets: Bet[] = chosenBets(chase).map(acceptedBet)
  const owner = (await desk.bettor(chase.player_id))!
  const slip = {
    payer: await heldAccount(app, chase.player_id),
    owner: owner.account,
    playerId: chase.player_id,
    isCertified: owner.isCertified,
    key: keyOf(chase),
    periodId: period.id,
    bets,
    salts: bets.map(() => saltFrom(app)),
  }
  if (period.rulesHash !== chase.rules_hash) return 'odds_changed'
  // The desk knows nothing of this: whether the key was used is asked first, since an earlier try may have been accepted.
  const earlier = await app.db.query.selectFrom('bet').select('seq').where(isUnderKey(slip)).limit(1).executeTakeFirst()
  if (earlier) return 'accepted'
  if (await isShutOut(app, app.db.query, chase.player_id)) return 'excluded'
  if (app.beacon.stop() || app.beacon.fences(period.round)) return 'betting_closed'
  const exposed = await period.books.enter(slip)
  if (exposed) return 'full'
  const { outcome } = await desk.place(slip, period).catch((error: unknown) => {
    period.books.leave(slip)
    throw error
  })
  if (outcome !== 'accepted') period.books.leave(slip)
  return outcome === 'repeated' ? 'accepted' : outcome
}

/** Outcomes after which going on makes no sense: they would be the same next time. */
const final = new Set([
  'odds_changed',
  'abnormal',
  'frozen',
  'restricted',
  'staff',
  'closed',
  'excluded',
  'certification_required',
])

async function putDown(app: App, tx: Tx, { chase: { id }, outcome }: { chase: Row; outcome: string }): Promise<void> {
  const chase = await tx.selectFrom('chase').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (chase.current_period === null) return
  const isPlaced = outcome === 'accepted'
  const nowMs = app.clock.nowMs()
  await tx
    .updateTable('chase')
    .set({ current_period: null, last_period: chase.current_period, placed: sql`placed + ${isPlaced ? 1 : 0}` })
    .where('id', '=', id)
    .execute()
  if (isPlaced) return
  const postings = chaseReleased(chase.player_id, stakeOnEach(chase))
  await post(tx, { id: app.random.uuid(), kind: 'chase_release', postings, atMs: nowMs })
  if (final.has(outcome) && chase.status === 'running') {
    await endChase(tx, chase, { status: 'stopped', transferId: app.random.uuid(), nowMs })
  }
}

/** Whether the player began a time-out or a self-exclusion, by their row as it is now. */
async function isShutOut({ clock }: App, db: Queryable, playerId: string): Promise<boolean> {
  const player = await db
    .selectFrom('player')
    .select('excluded_until')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  return isExcluded(player, clock.nowMs())
}

async function heldAccount({ db }: App, playerId: string): Promise<bigint> {
  const { id } = await db.query
    .selectFrom('account')
    .select('id')
    .where('ref', '=', `player:${playerId}:held`)
    .executeTakeFirstOrThrow()
  return id
}

/** The same for the same chase and period, whoever asks. */
function keyOf({ id, current_period: periodId }: Row): string {
  return dashed(createHash('sha256').update(`chase ${id} ${periodId}`).digest('hex').slice(0, 32))
}
