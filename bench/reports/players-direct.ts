import type { Client } from 'pg'
import type { Range } from './direct.ts'
import { rows } from './rows.ts'

/** Sums every bet of every drawn period by player, from the bets and the price list, without using rollups. */
export async function sumBetsByPlayer(owner: Client): Promise<void> {
  await owner.query(`create unlogged table direct_player as
    select bet.draws_at, bet.period_id, player.id as player_id, player.created_at, player.invited_by, certification.country,
      (select min(decided_at) from deposit where deposit.player_id = player.id and status = 'passed') as first_top_up,
      bets, stakes, paid
    from (
      select bet.draws_at, bet.period_id, bet.account_id, count(*) as bets, sum(stake * line_count) as stakes,
        sum(case when won.won > 0 then stake * odds / 100 * won.won when won.won = 0 then stake * line_count else 0 end) as paid
      from played join bet on bet.period_id = played.id and bet.draws_at = played.draws_at
      left join won on won.family = played.family and won.result = played.result
        and won.play = bet.play and won.selection = bet.selection
      where not is_void group by 1, 2, 3) bet
    join account on account.id = bet.account_id
    join player on 'player:' || player.id || ':available' = ref
    join certification on certification.player_id = player.id`)
  await owner.query('analyze direct_player')
}

const sums = `sum(bets)::integer as bets, sum(stakes)::bigint as turnover, sum(paid)::bigint as payouts,
  sum(stakes - paid)::bigint as "grossRevenue", round(sum(stakes - paid) * 10000 / sum(stakes))::integer as hold`
const within = `draws_at >= $1::date::timestamp at time zone 'UTC' and draws_at < ($2::date + 1)::timestamp at time zone 'UTC'`

/** The expected reports by hour and by traits of players. */
export async function playersDirect(owner: Client, { from, until }: Range) {
  const by = (columns: string, order: string) =>
    rows(owner, `select ${columns}, ${sums} from direct_player where ${within} group by 1 order by ${order}`, [
      from,
      until,
    ])
  const hour = `extract(hour from draws_at at time zone 'UTC')::integer as hour, count(distinct period_id)::integer as draws`
  const age = `case when draws_at - created_at < interval '168 hours' then 'week'
    when draws_at - created_at < interval '720 hours' then 'month' else 'older' end as age`
  const inviters = await rows(
    owner,
    `select invited_by as id, (select account from player inviter where inviter.id = direct_player.invited_by) as account, ${sums} from direct_player
    where ${within} group by invited_by order by invited_by is null desc, turnover desc, invited_by`,
    [from, until],
  )
  return {
    hours: await by(hour, '1'),
    countries: await by('country', 'turnover desc, country'),
    ages: await by(age, 'turnover desc, age'),
    inviters,
  }
}

const monday = (instant: string) => `to_char(date_trunc('week', ${instant} at time zone 'UTC'), 'YYYY-MM-DD')`

/** The expected cohorts: sizes, who bet in which week, and the sums until now. */
export async function cohortsDirect(owner: Client) {
  const sizes = await rows(
    owner,
    `select ${monday('first')} as week, count(*)::integer as players from (
      select min(decided_at) as first from deposit where status = 'passed' group by player_id) each group by 1 order by 1`,
  )
  const weeks = await rows(
    owner,
    `select ${monday('first_top_up')} as cohort, ${monday('draws_at')} as week, count(distinct player_id)::integer as players
    from direct_player where first_top_up <= draws_at group by 1, 2`,
  )
  const totals = await rows(
    owner,
    `select ${monday('first_top_up')} as week, ${sums} from direct_player where first_top_up <= draws_at group by 1`,
  )
  return { sizes, weeks, totals }
}
