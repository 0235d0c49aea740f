import { type Selectable, sql } from 'kysely'
import { acceptedBet, priceOf } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { playCode } from '#core/games/market'
import { returnAt } from '#core/games/odds'
import { settle } from '#core/games/settle'
import type { App } from '../../app.ts'
import type { Queryable } from '../../db/database.ts'
import type { Bet, Period } from '../../db/tables.generated.ts'

type Due = Pick<Selectable<Period>, 'id' | 'draws_at' | 'status' | 'outcome'>

/** Periods rolled up in one go; the next go follows soon. */
const atOnce = 200

/** Adds settled periods, their rebates paid, to the figures of their day; each once, whichever node is at it. */
export async function rollUpDuePeriods({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const due = await db.query
    .selectFrom('betting')
    .innerJoin('period', 'period.id', 'betting.period_id')
    .select(['period.id', 'period.draws_at', 'period.status', 'period.outcome'])
    .where('betting.rolled_up_at', 'is', null)
    .where('betting.bets', '>', 0)
    .where('period.settled_at', 'is not', null)
    .where((eb) => eb.or([eb('betting.rebated_at', 'is not', null), eb('period.status', '<>', 'drawn')]))
    .orderBy('period.id')
    .limit(atOnce)
    .execute()
  for (const period of due) {
    const markets = period.outcome ? await marketsOf(db.query, period, Object.freeze([...period.outcome])) : []
    await sql`select roll_up_period(${period.id}, ${new Date(clock.nowMs())},
      ${markets.map(({ market }) => market)}::text[], ${markets.map(({ bets }) => bets)}::bigint[],
      ${markets.map(({ stakes }) => stakes)}::bigint[], ${markets.map(({ paid }) => paid)}::bigint[],
      ${markets.map(({ expected }) => expected)}::bigint[])`.execute(db.query)
  }
  return due.length
}

type Alike = Pick<Selectable<Bet>, 'play' | 'selection' | 'stake' | 'odds'> & { count: bigint }
type MarketFigures = { market: string; bets: bigint; stakes: bigint; paid: bigint; expected: bigint }

/** Bets that are alike are counted by the database; what they pay and were to pay follows from core's rules. */
async function marketsOf(db: Queryable, period: Due, result: Result): Promise<MarketFigures[]> {
  const alike: Alike[] = await db
    .selectFrom('bet')
    .select(['play', 'selection', 'stake', 'odds'])
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('period_id', '=', period.id)
    .where('draws_at', '=', period.draws_at)
    .groupBy(['play', 'selection', 'stake', 'odds'])
    .execute()
  const markets = new Map<string, MarketFigures>()
  for (const each of alike) {
    const bet = acceptedBet(each)
    const market = playCode(bet.market, null)
    const of = markets.get(market) ?? { market, bets: 0n, stakes: 0n, paid: 0n, expected: 0n }
    const staked = each.stake * BigInt(bet.lines) * each.count
    const { over, under } = returnAt(priceOf(bet).chance, each.odds)
    markets.set(market, {
      market,
      bets: of.bets + each.count,
      stakes: of.stakes + staked,
      paid: of.paid + settle(bet, result).payout * each.count,
      expected: of.expected + (staked * over * 2n + under) / (2n * under),
    })
  }
  return [...markets.values()]
}
