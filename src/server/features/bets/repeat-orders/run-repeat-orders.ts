import { sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import { repeatOrderReleased } from '#core/ledger/postings'
import { storedCents } from '#core/money/cents'
import type { App } from '../../../world/app.ts'
import { saltFrom } from '../receipts.ts'
import type { Tx } from '../../../world/members/database.ts'
import { transaction } from '../../../db/database.ts'
import { bettingStop } from '../../../services/beacon/betting-stop.ts'
import { post } from '../../../services/ledger/post.ts'
import { Refusal } from '../../../world/refusal.ts'
import { repeatOrderEvents, chosenBets, endRepeatOrder, noClaim } from './repeat-order-row.ts'
import { type Claim, claimNext, dueRepeatOrders, isShutOut, takesBets } from './claim.ts'

/**
 * Advances every due repeat order, each on its own. First the next period is claimed; then the bet is placed and the
 * claim ended in one transaction. If the bet is refused, the claim ends and its money is freed. A node that is killed
 * in between leaves a claim that expires, and nothing happens twice.
 */
export async function runRepeatOrders(app: App, stopping?: AbortSignal): Promise<void> {
  for (const id of await dueRepeatOrders(app)) {
    // None is claimed at this point, so another node takes the rest at once. A node whose clock is wrong would take draws that have
    // not opened for missed ones, and end the orders without a bet.
    if (stopping?.aborted || !app.beacon.mayAct()) return
    try {
      await advance(app, id)
    } catch (error) {
      // While money is stopped every repeat order waits; none of them has failed.
      if (error instanceof Refusal && error.code === 'money_stopped') return
      app.log.error({ err: error, repeatOrder: id }, 'a repeat order failed and will be tried again later')
      await postpone(app, id, error)
    }
  }
}

async function advance(app: App, id: string): Promise<void> {
  const claim = await transaction(app.db, app.random, (tx) => claimNext(app, tx, id))
  if (!claim) return
  const outcome = await place(app, claim)
  // A claim that waits expires by itself; then this node or another one tries the same period again.
  if (outcome === 'accepted' || outcome === 'claim_lost' || outcome === 'waits') return
  // The money is held and the key is new. Any other answer means a wrong ledger or a bug, and freeing money would make
  // it worse.
  if (outcome === 'insufficient_balance' || outcome === 'repeated') throw new Error(`a claim was answered ${outcome}`)
  await transaction(app.db, app.random, (tx) => endClaim(app, tx, { claim, outcome }))
}

/**
 * The outcome of the bet. A period that was missed or is full counts as refused; the next period is tried at its time. While this node
 * takes no bets from anybody, the bet waits: betting may resume, or another node may take it.
 */
export async function place(app: App, claim: Claim): Promise<string> {
  const { betting } = app
  const { draw_id: drawId, ...period } = await app.db.query
    .selectFrom('period')
    .select(['draw_id', 'status', 'closes_at', 'round', 'rules_hash'])
    .where('id', '=', claim.current_period)
    .executeTakeFirstOrThrow()
  if (period.rules_hash !== claim.rules_hash) return 'odds_changed'
  if (!takesBets(period, app.clock.nowMs())) return 'betting_closed'
  if (bettingStop(app)) return 'waits'
  if (app.beacon.fences(period.round)) return 'betting_closed'
  if (await isShutOut(app, app.db.query, claim.player_id)) return 'excluded'
  const bets = chosenBets(claim).map(acceptedBet)
  const owner = (await betting.bettor(claim.player_id))!
  const slip = {
    payer: await repeatOrderAccount(app, claim.player_id),
    owner: owner.account,
    playerId: claim.player_id,
    isCertified: owner.isCertified,
    key: claim.claim_key,
    periodId: claim.current_period,
    bets,
    token: null,
    salts: bets.map(() => saltFrom(app)),
  }
  const open = (await betting.openPeriod(drawId))!
  const books = await open.books()
  if (await books.enter(slip)) return 'full'
  const { outcome } = await betting.placeClaimed(slip, open).catch((error: unknown) => {
    books.leave(slip)
    throw error
  })
  if (outcome !== 'accepted') books.leave(slip)
  return outcome
}

/** Outcomes that would be the same next time, so trying again makes no sense. */
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

/**
 * Ends a claim that was refused: frees what was held for the period, and everything else where no later bet can
 * succeed.
 */
async function endClaim(app: App, tx: Tx, { claim, outcome }: { claim: Claim; outcome: string }): Promise<void> {
  const repeatOrder = await tx
    .selectFrom('repeat_order')
    .selectAll()
    .where('claim_key', '=', claim.claim_key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!repeatOrder) return
  const nowMs = app.clock.nowMs()
  if (final.has(outcome))
    await endRepeatOrder(tx, repeatOrder, { status: 'stopped', transferId: app.random.uuid(), nowMs })
  else {
    await tx
      .updateTable('repeat_order')
      .set({ ...noClaim, last_period: claim.current_period, due_at: new Date(nowMs), failures: 0, problem: null })
      .where('id', '=', repeatOrder.id)
      .execute()
    const postings = repeatOrderReleased(repeatOrder.player_id, storedCents(repeatOrder.stake))
    await post(tx, { id: app.random.uuid(), kind: 'repeat_order_release', postings, atMs: nowMs })
  }
  await app.hub.record(tx, repeatOrderEvents(repeatOrder))
}

/** The longest time until a failed repeat order is retried. */
const postponedMostSeconds = 600

/**
 * Postpones a repeat order that failed, so that the others continue. The delay doubles each time; after a few failures
 * an alarm names it.
 */
async function postpone({ db, clock }: App, id: string, error: unknown): Promise<void> {
  const problem = error instanceof Error ? error.message : String(error)
  await sql`
    update repeat_order set failures = failures + 1, problem = ${problem.slice(0, 500)}, claimed_until = null,
      due_at = ${new Date(clock.nowMs())}::timestamptz + least(${postponedMostSeconds}, 2 ^ failures) * interval '1 second'
    where id = ${id} and status = 'running'`.execute(db.query)
}

async function repeatOrderAccount({ db }: App, playerId: string): Promise<bigint> {
  const { id } = await db.query
    .selectFrom('account')
    .select('id')
    .where('ref', '=', `player:${playerId}:repeat_order`)
    .executeTakeFirstOrThrow()
  return id
}
