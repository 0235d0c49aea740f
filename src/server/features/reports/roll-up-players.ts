import { type Selectable, sql } from 'kysely'
import { acceptedBet } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { settle } from '#core/games/settle'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import type { Bet, Period } from '../../world/members/tables.generated.ts'
import { eachAlone } from '../../world/work/each-alone.ts'

type Due = Pick<Selectable<Period>, 'id' | 'draws_at' | 'outcome'>

/** Periods per batch, and the number of bets after which a batch takes no more periods. */
const atOnce = 100
const betsAtOnce = 200_000

/**
 * Adds periods that are rolled up to the sums by hour, by traits of their players and by the week of the first top-up, each exactly once,
 * whichever node does it. If the batch fails, each period is tried on its own, so that one cannot block the others.
 */
export async function rollUpDuePlayers({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<number> {
  const due = await duePeriods(db.query)
  if (due.length === 0) return 0
  const rollUp = async (periods: readonly Due[]) => {
    const winnings = JSON.stringify(await winningsOf(db.query, periods))
    const ids = periods.map(({ id }) => id)
    await sql`select roll_up_players(${ids}::integer[], ${new Date(clock.nowMs())}, ${winnings})`.execute(db.query)
  }
  try {
    await rollUp(due)
  } catch (error) {
    if (due.length === 1) throw error
    await eachAlone(due, (each) => rollUp([each]))
  }
  return due.length
}

async function duePeriods(db: Queryable): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select id, draws_at, outcome from (
      select period.id, period.draws_at, outcome, sum(betting.bets) over (order by period.id) - betting.bets as before
      from betting join period on period.id = period_id
      where players_rolled_up_at is null and rolled_up_at is not null and betting.bets > 0
      order by period.id limit ${atOnce}) each
    where before < ${betsAtOnce}`.execute(db)
  return rows
}

type Winning = { period_id: number; play: string; selection: string; won: number }

/** The selections that were bet on and won, with the number of their lines that did; 0 lines where the stake is given back. */
async function winningsOf(db: Queryable, due: readonly Due[]): Promise<Winning[]> {
  const results = new Map<number, Result>(
    due.flatMap(({ id, outcome }) => (outcome ? [[id, Object.freeze([...outcome])] as const] : [])),
  )
  const instants = due.map(({ draws_at }) => draws_at.getTime())
  const { rows } = await sql<Pick<Selectable<Bet>, 'period_id' | 'play' | 'selection'>>`
    select period_id, play, selection from bet where period_id = any (${[...results.keys()]}::integer[])
      and draws_at between ${new Date(Math.min(...instants))} and ${new Date(Math.max(...instants))}
    group by period_id, play, selection`.execute(db)
  return rows.flatMap(({ period_id, play, selection }) => {
    // At a stake of one cent and even odds, the payout is the number of lines that won.
    const { verdict, payout } = settle(acceptedBet({ play, selection, stake: 1n, odds: 100 }), results.get(period_id)!)
    if (verdict === 'lose') return []
    return [{ period_id, play, selection, won: verdict === 'push' ? 0 : Number(payout) }]
  })
}
