import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { emptyTree, treeRoot } from '#core/fairness/merkle'
import type { Result } from '#core/games/draw-shape'
import type { Family } from '#core/games/catalogue'
import { games } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { acceptedBet } from '#core/games/bets'
import { selectionKey, settle, winningKeys } from '#core/games/settle'
import type { App } from '../../../world/app.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import { sha256 } from '../../../world/sha256.ts'
import { openEase } from '../../../world/work/at-ease.ts'
import { retried, transaction } from '../../../db/database.ts'
import { type Proven, Unproven, provenDraw } from '../../../services/fairness/proven-draw.ts'
import { openPublicLog } from '../../../services/fairness/public-log.ts'
import { queuePush } from '../../../services/push/queue-push.ts'
import { type SettleJob, holdLease, keepLease, orHandOver, orLost } from './lease.ts'
import { withLines } from './tree-thread.ts'
import { betsFileOf } from '../bets-of-period.ts'

/** Bets paid in one transaction: enough to be quick, few enough that a player who bets meanwhile hardly waits. */
export const usualBatch = 1_000
/** Reading rests as long as it works: winners wait a little longer, so that whoever bets meanwhile hardly waits. */
const restsPerWork = 1

type Kind = 'payout' | 'refund' | 'shadow'

/** A winning play and selection, and how many of its lines won; 0 lines mean that the stake goes back. */
type Winning = { readonly play: string; readonly selection: string; readonly won: number }

/**
 * Pays what a period owes and records it in the log. Each batch is paid in one transaction with the row that marks it
 * as paid, so a node that takes over continues where the last one stopped.
 */
export async function settlePeriod(app: App, job: SettleJob, batchSize = usualBatch): Promise<void> {
  const { period } = job
  const proven = await provenDraw(app, period)
  const isDrawn = proven.ending === 'drawn'
  const betsFileHash = await provenBets(app, job, proven)
  const paid = await payBatches(app, job, {
    kind: isDrawn ? 'payout' : 'refund',
    winnings: isDrawn ? await winningsOf(app.db.query, job, proven.outcome!) : [],
    batchSize,
    bets: proven.closed?.bets ?? null,
  })
  const players = await bettorsOf(app.db.query, period.id)
  await transaction(app.db, app.random, async (tx) => {
    await holdLease(app, tx, job)
    // Before the log is locked, because it may be for thousands.
    await queuePush(tx, 'settled', { players, nowMs: app.clock.nowMs() })
    const { atMs, append } = await openPublicLog(app, tx)
    if (isDrawn) {
      const body = { drawId: period.draw_id, betsFileHash, paidTotal: Number(paid.paid), winners: paid.winners }
      await append({ type: 'settle', body })
    }
    await tx
      .updateTable('period')
      .set({ settled_at: new Date(atMs), lease_until: null })
      .where('id', '=', period.id)
      .execute()
    await tellSettled(tx, { drawId: period.draw_id, players, at: new Date(atMs) })
    const told = { audience: 'everybody', kind: 'draw.settled', body: { drawId: period.draw_id } } as const
    await app.hub.record(tx, paid.bets > 0 ? [told] : [])
  })
}

/** Everybody who bet on the draw. Read outside the transaction, which would otherwise hold its locks for longer. */
async function bettorsOf(db: Queryable, periodId: number): Promise<string[]> {
  const { rows } = await sql<{ players: string[] }>`select players_of_period(${periodId}) as players`.execute(db)
  return rows[0]!.players
}

/** Notifies everybody who bet on the draw that their bets are settled. */
async function tellSettled(tx: Tx, { drawId, players, at }: { drawId: string; players: string[]; at: Date }) {
  const body = JSON.stringify({ drawId, change: 'settled' })
  await sql`select tell_players('bets.changed', ${body}, ${players}::uuid[], ${at})`.execute(tx)
}

/** Pays the players who would have won a void draw what they would have won above their stake. */
export async function settleShadow(app: App, job: SettleJob): Promise<void> {
  const { period } = job
  const proven = await provenDraw(app, period)
  const { ending, outcome, closed } = proven
  if (ending !== 'refund' || !outcome) throw new Unproven(`the log does not say what ${period.draw_id} would have been`)
  await provenBets(app, job, proven)
  const winnings = await winningsOf(app.db.query, job, outcome)
  await payBatches(app, job, { kind: 'shadow', winnings, batchSize: usualBatch, bets: closed?.bets ?? null })
  const players = await bettorsOf(app.db.query, period.id)
  await transaction(app.db, app.random, async (tx) => {
    await holdLease(app, tx, job)
    await tx
      .updateTable('period')
      .set({ shadow_settled_at: new Date(app.clock.nowMs()), lease_until: null })
      .where('id', '=', period.id)
      .execute()
    await tellSettled(tx, { drawId: period.draw_id, players, at: new Date(app.clock.nowMs()) })
  })
}

type Paying = {
  readonly kind: Kind
  readonly winnings: readonly Winning[]
  readonly batchSize: number
  /** How many bets were fixed at close; null where the period was never closed. */
  readonly bets: number | null
}

/** Pays the batches that are not paid yet, and returns the totals of all batches. */
export async function payBatches(app: App, job: SettleJob, { kind, winnings, batchSize, bets }: Paying) {
  const { period } = job
  const taken = await app.db.query
    .selectFrom('betting')
    .select(['bets', sql<boolean>`draws_at = ${period.draws_at}`.as('is_same')])
    .where('period_id', '=', period.id)
    .executeTakeFirst()
  // `settle_bets` finds a draw's bets by this instant: with another one it would pay rows that the close record does not name.
  if (taken && !taken.is_same) throw new Unproven(`${period.draw_id} draws at another instant than its bets`)
  if (bets !== null && bets !== (taken?.bets ?? 0))
    throw new Unproven(`${period.draw_id} closed with ${bets} bets and has ${taken?.bets ?? 0}`)
  const done = await paidBatches(app.db.query, period.id, kind)
  // Batches are paid in order without gaps, whatever their sizes, so payment resumes after the last bet paid.
  const unpaid = Math.max(-1, ...done.map(({ last_seq }) => last_seq)) + 1
  for (let first = unpaid; first < (taken?.bets ?? 0); first += batchSize) {
    orHandOver(job)
    const paid = sql`settle_bets(
      held.id, ${kind}, ${first}, ${first + batchSize - 1}, ${new Date(app.clock.nowMs())}, ${app.random.uuid()},
      ${JSON.stringify(winnings)})`
    // One statement, which is one transaction: four round trips per batch would take as long as paying a small batch.
    const pay = () =>
      app.db.query
        .with('held', (db) => keepLease(app, db, job))
        .selectFrom('held')
        .select(paid.as('paid'))
        .executeTakeFirst()
    await orLost(job, retried(app.random, pay))
  }
  const all = await paidBatches(app.db.query, period.id, kind)
  return {
    bets: taken?.bets ?? 0,
    paid: all.reduce((sum, each) => sum + each.paid, 0n),
    winners: all.reduce((sum, each) => sum + each.winners, 0),
  }
}

function paidBatches(db: Queryable, periodId: number, kind: Kind) {
  return db
    .selectFrom('settlement')
    .select(['last_seq', 'paid', 'winners'])
    .where('period_id', '=', periodId)
    .where('kind', '=', kind)
    .execute()
}

/** Which selections of a period's bets win or push, by core's rules. */
async function winningsOf(db: Queryable, { period }: SettleJob, outcome: readonly number[]): Promise<Winning[]> {
  const { family } = games.find(({ code }) => code === period.game)!
  const result: Result = Object.freeze([...outcome])
  return [...singleLines(family, result), ...(await manyLines(db, period, result))]
}

function singleLines(family: Family, result: Result): Winning[] {
  return families[family].markets.flatMap((market) => {
    const { wins, pushes } = winningKeys(market, result)
    return positionsOf(market).flatMap((position) => {
      const play = playCode(market, position)
      const named = (selection: string, won: number) => ({ play, selection, won })
      return market.selections.flatMap((selection) => {
        const key = selectionKey(position, selection)
        return pushes.has(key) ? [named(selection, 0)] : wins.has(key) ? [named(selection, 1)] : []
      })
    })
  })
}

/**
 * Selections that stand for several lines are too many to enumerate, so only those that somebody bet on are checked.
 */
async function manyLines(
  db: Queryable,
  period: Pick<SettleJob['period'], 'id' | 'draws_at'>,
  result: Result,
): Promise<Winning[]> {
  const chosen = await db
    .selectFrom('bet')
    .select(['play', 'selection'])
    .distinct()
    .where('period_id', '=', period.id)
    .where('draws_at', '=', period.draws_at)
    .where('line_count', '>', 1)
    .execute()
  return chosen.flatMap(({ play, selection }) => {
    // At a stake of one cent and even odds, the payout is the number of lines that won.
    const { verdict, payout } = settle(acceptedBet({ play, selection, stake: 1n, odds: 100 }), result)
    if (verdict === 'lose') return []
    return [{ play, selection, won: verdict === 'push' ? 0 : Number(payout) }]
  })
}

/**
 * How often the lease is renewed while the bets file is hashed: a million bets take longer to write out than a lease
 * lasts.
 */
const sayEveryMs = 3_000

/**
 * The hash of the bets file. The bets must be those of the close record: whoever can write to the database could otherwise turn a bet
 * into a winning one once the numbers are known.
 */
async function provenBets(app: App, job: SettleJob, { closed }: Proven): Promise<string> {
  await refuseWhileStopped(app, job)
  let saidMs = app.clock.steadyMs()
  const { root, fileHash } = await readBets(app.db.query, job.period.id, async () => {
    orHandOver(job)
    if (app.clock.steadyMs() - saidMs < sayEveryMs) return
    await transaction(app.db, app.random, (tx) => holdLease(app, tx, job))
    saidMs = app.clock.steadyMs()
  })
  if (closed && closed.root !== root) throw new Unproven(`${job.period.draw_id} did not close with these bets`)
  return fileHash
}

/** The root of the tree of a period's bets, and the hash of its bets file; `meanwhile` runs between parts of it. */
export async function readBets(db: Queryable, periodId: number, meanwhile?: () => Promise<void>) {
  const hash = createHash('sha256')
  let tree = emptyTree
  for await (const lines of openEase()(betsFileOf(db, periodId), restsPerWork)) {
    hash.update(lines)
    tree = await withLines({ tree, lines })
    await meanwhile?.()
  }
  return { root: Buffer.from(treeRoot(tree, sha256)).toString('hex'), fileHash: hash.digest('hex') }
}

/**
 * While an alarm stops money nobody is paid, and reading the bets of every draw again and again would only delay the audit that ends the
 * alarm. The alarm about draws that the log does not prove ends only after their bets were read again and found right.
 */
async function refuseWhileStopped({ db, node, clock }: App, { period }: SettleJob): Promise<void> {
  const { rows } = await sql`
    select from betting where period_id = ${period.id} and bets > 0
      and exists (select from alarm where cleared_at is null and source not like 'draws@%')`.execute(db.query)
  if (rows.length === 0) return
  // These bets are not read now and may still be forged, so that alarm stays as well.
  if (node.unprovenAtMs !== null) node.unprovenAtMs = clock.steadyMs()
  throw new Error(`${period.draw_id} is not paid while an alarm stops money`)
}
