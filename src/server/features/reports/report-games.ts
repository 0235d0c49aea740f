import { sql } from 'kysely'
import { reportGames } from '#contract/console/reports'
import type { GameCode } from '#core/games/catalogue'
import { storedCents } from '#core/money/cents'
import type { Queryable } from '../../world/members/database.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { daysByMonth, readRange } from './day-range.ts'
import { type Sums as PlainSums, share, shownSums } from './sums.ts'

type Sums = PlainSums & { expected: bigint }
type GameSums = Sums & { game: GameCode; draws: bigint; squares: bigint; rebates: bigint; returned: bigint }
type Days = { from: string; until: string }

export const reportGamesHandler = handleSnapshot(reportGames, async ({ input, db }) => {
  const { since, before } = readRange(input)
  return {
    games: (await gameSums(db, input)).map(({ game, rebates, returned, ...sums }) => ({
      game,
      draws: Number(sums.draws),
      ...figures(sums),
      rebates: storedCents(rebates),
      returned: storedCents(returned),
      ...bandOf(sums),
    })),
    markets: await markets(db, input),
    days: await days(db, input),
    players: await players(db, input),
    shadows: await shadows(db, { since, before }),
  }
})

export async function gameSums(db: Queryable, { from, until }: Days): Promise<GameSums[]> {
  const { rows } = await sql<GameSums>`
    select game, sum(draws)::bigint as draws, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(paid)::bigint as paid, sum(expected)::bigint as expected, sum(squares)::bigint as squares,
      sum(rebates)::bigint as rebates, sum(returned)::bigint as returned
    from game_day where day between ${from} and ${until} group by game order by stakes desc, game`.execute(db)
  return rows
}

export function figures({ expected, ...sums }: Sums) {
  const { stakes, paid } = sums
  return {
    ...shownSums(sums),
    actualReturn: share(paid, stakes),
    theoreticalReturn: share(expected, stakes),
  }
}

/** Three standard deviations: chance stays within them 99.7 % of the time. */
const deviations = 3

/** The fewest draws for which the band means anything: below that the squares say too little. */
const drawsLeast = 100n

/**
 * Each draw's payout minus its expected payout is zero on average and independent of the other draws, so the sum of
 * their squares estimates the variance of the total.
 */
export function bandOf({ stakes, paid, expected, squares, draws }: Sums & { squares: bigint; draws: bigint }) {
  if (stakes === 0n || draws < drawsLeast) return { band: null, isOutside: false }
  const bandCents = deviations * Math.sqrt(Number(squares)) * 100
  const band = Math.round((bandCents / Number(stakes)) * 10_000)
  return { band, isOutside: Math.abs(Number(paid - expected)) > bandCents + 1 }
}

type MarketSums = Sums & { game: GameCode; market: string; draws: bigint; squares: bigint }

async function markets(db: Queryable, { from, until }: Days) {
  const { rows } = await sql<MarketSums>`
    select game, market, sum(draws)::bigint as draws, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(paid)::bigint as paid, sum(expected)::bigint as expected, sum(squares)::bigint as squares
    from market_day where day between ${from} and ${until} group by game, market order by game, stakes desc`.execute(db)
  return rows.map(({ game, market, ...sums }) => ({ game, market, ...figures(sums), ...bandOf(sums) }))
}

async function days(db: Queryable, { from, until }: Days) {
  const { rows } = await sql<{ day: string; stakes: bigint; paid: bigint; players: number }>`
    select day, sum(stakes)::bigint as stakes, sum(paid)::bigint as paid, coalesce(min(players), 0) as players
    from game_day left join active_day using (day) where day between ${from} and ${until} group by day order by day`.execute(
    db,
  )
  return rows.map(({ day, stakes, paid, players }) => ({
    day,
    turnover: storedCents(stakes),
    payouts: storedCents(paid),
    grossRevenue: storedCents(stakes - paid),
    players,
  }))
}

/** There is one row per player and month, so a year reads a dozen rows per player and not hundreds. */
export async function players(db: Queryable, range: Days): Promise<number> {
  const months = daysByMonth(range)
  const { rows } = await sql<{ players: number }>`
    select count(*)::integer as players from (
      select account_id from player_month
      join unnest(${months.map(({ month }) => month)}::text[], ${months.map(({ days }) => days)}::integer[])
        as asked (month, days) using (month)
      where player_month.days & asked.days <> 0 group by account_id) each`.execute(db)
  return rows[0]!.players
}

async function shadows(db: Queryable, { since, before }: { since: Date; before: Date }) {
  const { rows } = await sql<{ paid: bigint }>`
    select coalesce(sum(paid), 0)::bigint as paid from settlement
    where kind = 'shadow' and at >= ${since} and at < ${before}`.execute(db)
  return storedCents(rows[0]!.paid)
}
