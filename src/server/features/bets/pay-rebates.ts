import { type Selectable, sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { settle } from '#core/games/settle'
import { type Bps, type Cents, zeroCents } from '#core/money/cents'
import { rebateOf, turnoverOf } from '#core/rules/turnover'
import { expectedReturn } from '#core/rules/play/returns'
import type { App } from '../../app.ts'
import { type Tx, errorCode, transaction } from '../../db/database.ts'
import type { Bet, Period } from '../../db/tables.generated.ts'
import { currentSettings } from '../settings/current-settings.ts'

/** Bets looked at for one payment of rebates. */
const pieceSize = 20_000

type Row = Pick<Selectable<Bet>, 'account_id' | 'play' | 'selection' | 'lines' | 'stake' | 'odds'>
type Due = Pick<Selectable<Period>, 'id' | 'draws_at' | 'outcome' | 'game' | 'day'> & { readonly bets: number }

/** Pays what is due on the turnover of settled draws. A void draw has no turnover, so nothing has to be taken back. */
export async function payDueRebates(app: App): Promise<void> {
  const due = await app.db.query
    .selectFrom('betting')
    .innerJoin('period', 'period.id', 'betting.period_id')
    .select(['period.id', 'period.draws_at', 'period.outcome', 'period.game', 'period.day', 'betting.bets'])
    .where('betting.rebated_at', 'is', null)
    .where('betting.bets', '>', 0)
    .where('period.status', '=', 'drawn')
    .where('period.settled_at', 'is not', null)
    .orderBy('period.id')
    .limit(100)
    .execute()
  for (const period of due) await payPeriod(app, period)
}

/** In pieces of players, since a player's bets on a draw count together. Another node may be at it: then it is theirs. */
async function payPeriod(app: App, period: Due): Promise<void> {
  const pieces = Math.ceil(period.bets / pieceSize)
  const result: Result = Object.freeze([...period.outcome!])
  // The rate of the moment of the draw, whenever and by whichever node it is paid.
  const { rebateBps } = await currentSettings(app.db.query, period.draws_at.getTime())
  let expected = 0
  for (let piece = 0; piece < pieces; piece++) {
    const rows = await betRows(app, period, { piece, pieces })
    const rebates = rebatesOf(rows, result, rebateBps)
    expected += expectedReturn(rows.map(acceptedBet))
    const isLast = piece === pieces - 1
    try {
      await transaction(app.db, app.random, async (tx) => {
        // Before what is told to players, which is a transaction's last act.
        if (isLast) await countReturn(tx, period, Math.round(expected))
        await sql`select pay_rebates(
          ${period.id}, ${piece}, ${isLast}, ${new Date(app.clock.nowMs())}, ${app.random.uuid()},
          ${rebates.map(({ account }) => account)}::bigint[],
          ${rebates.map(({ amount }) => amount)}::bigint[])`.execute(tx)
      })
    } catch (error) {
      // The piece was paid before.
      if (errorCode(error) !== '23505') throw error
    }
  }
}

/** Adds what the draw took and paid to the day's published figures, in the transaction that marks it: once. */
async function countReturn(tx: Tx, period: Due, expected: number): Promise<void> {
  await sql`
    update draw_tally set turnover = turnover + done.stakes, paid = draw_tally.paid + done.paid,
      expected = expected + ${expected}::bigint, residue_squares = residue_squares + (done.paid - ${expected}::bigint) * (done.paid - ${expected}::bigint)
    from (select coalesce(sum(stakes), 0)::bigint as stakes, coalesce(sum(paid), 0)::bigint as paid
      from settlement where period_id = ${period.id} and kind = 'payout') done
    where game = ${period.game} and day = ${period.day}`.execute(tx)
}

function betRows({ db }: App, period: Due, { piece, pieces }: { piece: number; pieces: number }): Promise<Row[]> {
  return db.query
    .selectFrom('bet')
    .select(['account_id', 'play', 'selection', 'lines', 'stake', 'odds'])
    .where('period_id', '=', period.id)
    .where('draws_at', '=', period.draws_at)
    .where(sql<boolean>`account_id % ${pieces} = ${piece}`)
    .orderBy('account_id')
    .execute()
}

function rebatesOf(rows: readonly Row[], result: Result, rate: Bps): { account: bigint; amount: Cents }[] {
  return [...Map.groupBy(rows, ({ account_id }) => account_id)].flatMap(([account, bets]) => {
    const amount = rebateOf(turnover(bets, result), rate)
    return amount > 0n ? [{ account, amount }] : []
  })
}

function turnover(rows: readonly Row[], result: Result): Cents {
  const bets = rows.map(acceptedBet)
  const [only] = bets
  // A single line can lose all, so all of it is at risk; most players have just that, and counting outcomes takes long.
  if (bets.length === 1 && only!.lines === 1)
    return settle(only!, result).verdict === 'push' ? zeroCents : only!.stakePerLine
  return turnoverOf(bets, result)
}
