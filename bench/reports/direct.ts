import type { Client } from 'pg'
import { rows } from './rows.ts'

export type Range = { readonly from: string; readonly until: string }

/** Sums every bet of every drawn period by market, from the bets and the price list, without using rollups. */
export async function sumBets(owner: Client): Promise<void> {
  // The planner has no statistics for these joins, and a low estimate would make it loop over millions of rows.
  await owner.query(`set enable_nestloop = off; set work_mem = '512MB'`)
  await owner.query(`create unlogged table direct as
    select day, period_id, game, split_part(play, '@', 1) as market, sum(bets)::bigint as bets, sum(stakes)::bigint as stakes,
      sum(paid)::bigint as paid, sum(expected)::bigint as expected
    from (
      select to_char(played.draws_at at time zone 'UTC', 'YYYY-MM-DD') as day, played.id as period_id, game, bet.play,
        count(*) as bets, sum(stake * bet.line_count) as stakes,
        sum(case when won.won > 0 then stake * bet.odds / 100 * won.won when won.won = 0 then stake * bet.line_count else 0 end) as paid,
        div(sum(stake * bet.line_count) * over * 2 + under, 2 * under) as expected
      from played join bet on bet.period_id = played.id and bet.draws_at = played.draws_at
      join sold on sold.family = played.family and sold.play = bet.play and sold.selection = bet.selection
      left join won on won.family = played.family and won.result = played.result
        and won.play = bet.play and won.selection = bet.selection
      where not is_void
      group by played.draw_id, bet.play, bet.selection, over, under) alike
    group by 1, 2, 3, 4`)
  await owner.query('analyze direct')
}

/** Shares are in hundredths of a percent; the band is three standard deviations, from the summed squares of the draws' deviations. */
const figures = `
  sum(bets)::integer as bets, sum(stakes)::bigint as turnover, sum(paid)::bigint as payouts,
  sum(stakes - paid)::bigint as "grossRevenue", round(sum(stakes - paid) * 10000 / sum(stakes))::integer as hold,
  round(sum(paid) * 10000 / sum(stakes))::integer as "actualReturn",
  round(sum(expected) * 10000 / sum(stakes))::integer as "theoreticalReturn",
  case when count(*) >= 100 then round(sqrt(sum(div((paid - expected) * (paid - expected) + 9999, 10000))) * 3000000 / sum(stakes))::integer
    end as band,
  count(*) >= 100 and abs(sum(paid - expected))
    > sqrt(sum(div((paid - expected) * (paid - expected) + 9999, 10000))) * 300 + 1 as "isOutside"`

/** The expected report of games for these days. */
export async function gamesDirect(owner: Client, { from, until }: Range) {
  const asked = [from, until]
  const games = await rows(
    owner,
    `select game, count(*)::integer as draws, ${figures}, sum(div(stakes, 500))::bigint as rebates,
      coalesce(min(returned), 0)::bigint as returned
    from (
      select game, period_id, sum(bets) as bets, sum(stakes) as stakes, sum(paid) as paid, sum(expected) as expected
      from direct where day between $1 and $2 group by game, period_id) each
    left join (
      select played.game, sum(stake * line_count) as returned from bet
      join played on played.id = period_id and played.draws_at = bet.draws_at
      where is_void and to_char(bet.draws_at at time zone 'UTC', 'YYYY-MM-DD') between $1 and $2
      group by played.game) void using (game)
    group by game order by game`,
    asked,
  )
  const markets = await rows(
    owner,
    `select game, market, ${figures} from (
      select game, market, bets::numeric, stakes::numeric, paid::numeric, expected::numeric
      from direct where day between $1 and $2) each
    group by game, market order by game, market`,
    asked,
  )
  const days = await rows(
    owner,
    `select day, sum(stakes)::bigint as turnover, sum(paid)::bigint as payouts, sum(stakes - paid)::bigint as "grossRevenue",
      (select count(distinct account_id)::integer from bet
        where draws_at >= day::date::timestamp at time zone 'UTC'
          and draws_at < (day::date + 1)::timestamp at time zone 'UTC') as players
    from direct where day between $1 and $2 group by day order by day`,
    asked,
  )
  const [whole] = await rows(
    owner,
    `select count(distinct account_id)::integer as players,
      (select 100 * count(*) from played where is_void and bets > 0
        and to_char(draws_at at time zone 'UTC', 'YYYY-MM-DD') between $1 and $2)::bigint as shadows
    from bet where draws_at >= $1::date::timestamp at time zone 'UTC'
      and draws_at < ($2::date + 1)::timestamp at time zone 'UTC'`,
    asked,
  )
  return { games, markets, days, ...whole }
}

/** The expected report of money for these days; review times are the sorted durations in seconds. */
export async function moneyDirect(owner: Client, { from, until }: Range) {
  const asked = [from, until]
  const within = (column: string) =>
    `${column} >= $1::date::timestamp at time zone 'UTC' and ${column} < ($2::date + 1)::timestamp at time zone 'UTC'`
  const moved = (table: string, amount: string) =>
    rows(
      owner,
      `select to_char(date_trunc('day', decided_at at time zone 'UTC'), 'YYYY-MM-DD') as day, count(*)::integer as count,
        sum(${amount})::bigint as amount
      from ${table} where status = 'passed' and ${within('decided_at')} group by 1 order by 1`,
      asked,
    )
  const took = async (table: string) => {
    const each = await rows(
      owner,
      `select status, extract(epoch from decided_at - created_at)::float8 as seconds from ${table}
      where status in ('passed', 'rejected') and ${within('decided_at')} order by 2`,
      asked,
    )
    return {
      seconds: each.map(({ seconds }) => seconds as number),
      rejected: each.filter(({ status }) => status === 'rejected').length,
    }
  }
  const [{ players: newPlayers } = {}] = await rows(
    owner,
    `select count(*)::integer as players from player where ${within('created_at')}`,
    asked,
  )
  const [liability] = await rows(
    owner,
    `select
      sum(amount) filter (where ref like 'player:%:available')::bigint as available,
      coalesce(sum(amount) filter (where ref like 'player:%:held'), 0)::bigint as held,
      coalesce(sum(amount) filter (where ref like 'player:%:repeat_order%'), 0)::bigint as "repeatOrders",
      sum(amount) filter (where ref like 'period:%')::bigint as periods,
      sum(amount) filter (where ref like 'house:%')::bigint as house,
      -sum(amount) filter (where ref like 'world:%')::bigint as "broughtIn",
      sum(amount)::bigint as difference
    from entry join account on account.id = account_id`,
  )
  return {
    deposits: await moved('deposit', 'received'),
    withdrawals: await moved('withdrawal', 'amount'),
    took: {
      certifications: await took('certification'),
      deposits: await took('deposit'),
      withdrawals: await took('withdrawal'),
    },
    newPlayers,
    liability,
  }
}
