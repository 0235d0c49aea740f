import { type Selectable, sql } from 'kysely'
import type { Result } from '#core/games/draw-shape'
import type { App } from '../../../world/app.ts'
import { rebatesOn } from '../payouts-thread.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import { transaction } from '../../../db/database.ts'
import type { Period } from '../../../world/members/tables.generated.ts'
import { Unproven, provenDraw } from '../../../services/fairness/proven-draw.ts'
import { openEase } from '../../../world/work/at-ease.ts'
import { raiseUnproven } from '../../../services/fairness/unproven-alarm.ts'
import { currentSettings } from '../../../services/settings/current-settings.ts'

/** Bets per payment of rebates: few enough that a player who bets meanwhile hardly waits. */
const usualBatch = 250
/** Nobody waits for a rebate to the second, so paying them rests as long as it works. */
const restsPerWork = 1

/** Bets as JSON, each an array that begins with its account. */
type Batch = { readonly bets: readonly string[]; readonly isLast: boolean }
type Due = Pick<Selectable<Period>, 'id' | 'draw_id' | 'schedule_seq' | 'draws_at' | 'game' | 'day'>

type Given = {
  readonly batchSize?: number
  /** Aborted when this node stops: another node pays the rest. */
  readonly stopping?: AbortSignal
}

/**
 * Pays the rebates due on the turnover of settled draws. A void draw has no turnover, so no rebate ever has to be taken
 * back.
 */
export async function payDueRebates(app: App, { stopping, batchSize = usualBatch }: Given = {}): Promise<void> {
  const due = await app.db.query
    .selectFrom('betting')
    .innerJoin('period', 'period.id', 'betting.period_id')
    .select(['period.id', 'period.draw_id', 'period.schedule_seq', 'period.draws_at', 'period.game', 'period.day'])
    .where('betting.rebated_at', 'is', null)
    .where('betting.bets', '>', 0)
    .where('period.status', '=', 'drawn')
    .where('period.settled_at', 'is not', null)
    .orderBy('period.id')
    .limit(100)
    .execute()
  for (const period of due)
    if (!stopping?.aborted) await tryToPay(app, period, { batchSize, ...(stopping && { stopping }) })
}

/** Each draw is paid on its own: one that fails must not block the others. */
async function tryToPay(app: App, period: Due, given: Given): Promise<void> {
  try {
    const { ending, outcome } = await provenDraw(app, period)
    if (ending !== 'drawn') throw new Unproven(`the log does not say that ${period.draw_id} was drawn`)
    await payRebates(app, period, { result: outcome!, ...given })
  } catch (error) {
    app.log.error({ err: error, draw: period.draw_id }, 'the rebates of a draw could not be paid')
    if (error instanceof Unproven) await raiseUnproven(app, error)
  }
}

/**
 * Pays in batches of whole players, because a player's bets on a draw count together. Another node may pay the same
 * draw at the same time: the database pays each player once.
 */
export async function payRebates(
  app: App,
  period: Omit<Due, 'draw_id' | 'schedule_seq'>,
  { result, batchSize = usualBatch, stopping }: Given & { result: Result },
): Promise<void> {
  // The rate at the time of the draw, whenever and by whichever node the rebate is paid.
  const { rebateBps } = await currentSettings(app.db.query, period.draws_at.getTime())
  let expected = 0
  const payBatch = async ({ bets, isLast }: Batch) => {
    const { due: rebates, expected: ofBatch } = await rebatesOn(`[${bets.join(',')}]`, { result, rate: rebateBps })
    expected += ofBatch
    await transaction(app.db, app.random, async (tx) => {
      const at = new Date(app.clock.nowMs())
      const { rows: paid } = await sql<{ players: string[] | null; has_ended: boolean }>`
        select * from pay_rebates(${period.id}, ${isLast}, ${at}, ${app.random.uuid()},
          ${rebates.map(({ account }) => account)}::bigint[], ${rebates.map(({ amount }) => amount)}::bigint[])`.execute(
        tx,
      )
      const { players, has_ended: hasEnded } = paid[0]!
      if (hasEnded) await countReturn(tx, period, Math.round(expected))
      if (players) await sql`select tell_players('balance.changed', '{}', ${players}::uuid[], ${at})`.execute(tx)
    })
  }
  await app.db.longRunning.connection().execute(async (reading) => {
    for await (const batch of openEase()(betsByPlayer(reading, period, batchSize), restsPerWork)) {
      // Whoever goes on later begins with the first player again, and nobody is paid twice.
      if (stopping?.aborted) return
      await payBatch(batch)
    }
  })
}

/**
 * Adds the draw's stakes and payouts to the day's published figures, in the transaction that marks its rebates as paid:
 * exactly once.
 */
async function countReturn(tx: Tx, period: Pick<Due, 'id' | 'game' | 'day'>, expected: number): Promise<void> {
  await sql`
    update draw_tally set turnover = turnover + done.stakes, paid = draw_tally.paid + done.paid,
      expected = expected + ${expected}::bigint, residue_squares = residue_squares + (done.paid - ${expected}::bigint) * (done.paid - ${expected}::bigint)
    from (select coalesce(sum(stakes), 0)::bigint as stakes, coalesce(sum(paid), 0)::bigint as paid
      from settlement where period_id = ${period.id} and kind = 'payout') done
    where game = ${period.game} and day = ${period.day}`.execute(tx)
}

/**
 * The bets of a period in batches of whole players. A cursor `with hold` reads and sorts them once, and no transaction
 * stays open between batches. `offset 0` keeps the planner from scanning the whole month's bets in the order of
 * players. The database writes each bet as the thread reads it, since six columns of a row take this thread ten times as long as one.
 */
async function* betsByPlayer(reading: Queryable, { id }: Pick<Due, 'id'>, batchSize: number): AsyncIterable<Batch> {
  await sql`declare by_player cursor with hold for
    select json_build_array(account_id::text, play, selection, stake::text, odds)::text as bet from (
      select account_id, play, selection, stake, odds from bet where period_id = ${sql.lit(id)}
        and draws_at = (select draws_at from betting where period_id = ${sql.lit(id)}) offset 0) one
    order by account_id`.execute(reading)
  try {
    for (let held: string[] = []; ;) {
      const { rows } = await sql<{ bet: string }>`fetch ${sql.lit(batchSize)} from by_player`.execute(reading)
      const all = [...held, ...rows.map(({ bet }) => bet)]
      if (rows.length < batchSize) {
        yield { bets: all, isLast: true }
        return
      }
      const ofLast = accountIn(all.at(-1)!)
      const cut = all.findIndex((bet) => bet.startsWith(ofLast))
      if (cut > 0) yield { bets: all.slice(0, cut), isLast: false }
      held = all.slice(cut)
    }
  } finally {
    await sql`close by_player`.execute(reading)
  }
}

const accountIn = (bet: string) => bet.slice(0, bet.indexOf(',') + 1)
