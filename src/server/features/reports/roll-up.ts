import { type Selectable, sql } from 'kysely'
import { acceptedBet, priceOf } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { playCode } from '#core/games/market'
import { returnAt } from '#core/games/odds'
import { settle } from '#core/games/settle'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Bet, Period } from '../../world/members/tables.generated.ts'
import { eachAlone } from '../../world/work/each-alone.ts'

type Due = Pick<Selectable<Period>, 'id' | 'draws_at' | 'outcome'>

/**
 * Periods per batch, and the number of bets after which a batch takes no more periods; the next batch follows at once.
 */
const atOnce = 100
const betsAtOnce = 500_000

/**
 * Adds settled periods whose rebates are paid to the figures of their day, each exactly once, whichever node does it.
 * If the batch fails, each period is tried on its own, so that one cannot block the others.
 */
export async function rollUpDuePeriods(app: Pick<App, 'db' | 'clock'>): Promise<number> {
  const due = await duePeriods(app.db.query)
  if (due.length === 0) return 0
  try {
    await rollUp(app, due)
  } catch (error) {
    if (due.length === 1) throw error
    await eachAlone(due, (each) => rollUp(app, [each]))
  }
  return due.length
}

async function rollUp({ db, clock }: Pick<App, 'db' | 'clock'>, due: readonly Due[]): Promise<void> {
  const markets = await marketsOf(db.query, due)
  const figures = JSON.stringify(markets, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
  await sql`select roll_up_periods(${due.map(({ id }) => id)}::integer[], ${new Date(clock.nowMs())}, ${figures})`.execute(
    db.query,
  )
}

async function duePeriods(db: Queryable): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, draws_at, outcome from (
      select period.id, period.draws_at, outcome, sum(betting.bets) over (order by period.id) - betting.bets as before
      from betting join period on period.id = period_id
      where rolled_up_at is null and betting.bets > 0 and settled_at is not null
        and (rebated_at is not null or status <> 'drawn')
      order by period.id limit ${atOnce}) each
    where before < ${betsAtOnce}`.execute(db)
  return rows
}

/** Equal bets, added up: how many, their stakes per line, and what one line of them pays if it wins. */
type Alike = Pick<Selectable<Bet>, 'period_id' | 'play' | 'selection' | 'odds'> & {
  count: bigint
  stake: bigint
  pays: bigint
}
type MarketFigures = {
  period_id: number
  market: string
  bets: bigint
  stakes: bigint
  paid: bigint
  expected: bigint
}

/** The database adds up equal bets; core's rules say which of them won and what return was expected. */
async function marketsOf(db: Queryable, due: readonly Due[]): Promise<MarketFigures[]> {
  const results = new Map(
    due.flatMap(({ id, outcome }) => (outcome ? [[id, Object.freeze([...outcome])] as const] : [])),
  )
  const instants = due.map(({ draws_at }) => draws_at.getTime())
  const { rows } = await sql<Alike>`
    select period_id, play, selection, odds, count(*) as count, sum(stake)::bigint as stake,
      sum(stake * odds / 100)::bigint as pays
    from bet where period_id = any (${[...results.keys()]}::integer[])
      and draws_at between ${new Date(Math.min(...instants))} and ${new Date(Math.max(...instants))}
    group by period_id, play, selection, odds`.execute(db)
  const markets = new Map<string, MarketFigures>()
  for (const each of rows) addTo(markets, each, results.get(each.period_id)!)
  return [...markets.values()]
}

function addTo(markets: Map<string, MarketFigures>, each: Alike, result: Result): void {
  // At a stake of one cent and even odds, the payout is the number of lines that won.
  const bet = acceptedBet({ ...each, stake: 1n, odds: 100 })
  const { verdict, payout: wonLines } = settle(bet, result)
  const market = playCode(bet.market, null)
  const key = `${each.period_id} ${market}`
  const of = markets.get(key) ?? { period_id: each.period_id, market, bets: 0n, stakes: 0n, paid: 0n, expected: 0n }
  markets.set(key, of)
  const stakes = each.stake * BigInt(bet.lines)
  const { over, under } = returnAt(priceOf(bet).chance, each.odds)
  of.bets += each.count
  of.stakes += stakes
  of.paid += verdict === 'push' ? stakes : each.pays * wonLines
  of.expected += (stakes * over * 2n + under) / (2n * under)
}
