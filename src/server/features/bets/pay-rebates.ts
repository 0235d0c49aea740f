import { type Selectable, sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { settle } from '#core/games/settle'
import { type Cents, zeroCents } from '#core/money/cents'
import { defaultRebate, rebateOf, turnoverOf } from '#core/rules/turnover'
import type { App } from '../../app.ts'
import { errorCode } from '../../db/database.ts'
import type { Bet, Period } from '../../db/tables.generated.ts'

/** Bets looked at for one payment of rebates. */
const pieceSize = 20_000

type Row = Pick<Selectable<Bet>, 'account_id' | 'play' | 'selection' | 'lines' | 'stake' | 'odds'>
type Due = Pick<Selectable<Period>, 'id' | 'draws_at' | 'outcome'> & { readonly bets: number }

/** Pays what is due on the turnover of settled draws. A void draw has no turnover, so nothing has to be taken back. */
export async function payDueRebates(app: App): Promise<void> {
  const due = await app.db.query
    .selectFrom('betting')
    .innerJoin('period', 'period.id', 'betting.period_id')
    .select(['period.id', 'period.draws_at', 'period.outcome', 'betting.bets'])
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
  for (let piece = 0; piece < pieces; piece++) {
    const rebates = rebatesOf(await betRows(app, period, { piece, pieces }), Object.freeze([...period.outcome!]))
    const at = new Date(app.clock.nowMs())
    try {
      await sql`select pay_rebates(
        ${period.id}, ${piece}, ${piece === pieces - 1}, ${at}, ${app.random.uuid()},
        ${rebates.map(({ account }) => account)}::bigint[], ${rebates.map(({ amount }) => amount)}::bigint[])`.execute(
        app.db.query,
      )
    } catch (error) {
      // The piece was paid before.
      if (errorCode(error) !== '23505') throw error
    }
  }
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

function rebatesOf(rows: readonly Row[], result: Result): { account: bigint; amount: Cents }[] {
  return [...Map.groupBy(rows, ({ account_id }) => account_id)].flatMap(([account, bets]) => {
    const amount = rebateOf(turnover(bets, result), defaultRebate)
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
