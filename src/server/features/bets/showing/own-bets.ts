import { rowsToRead } from '../../../db/page.ts'
import { askTogether } from '../../../db/together.ts'
import { preparedRebatesFor } from '../rebates/rebates-for.ts'
import type { Db } from '../../../world/members/database.ts'
import type { OwnBet, OwnReads } from '../../../world/members/own.ts'

/**
 * `offset 0` makes the database look up the period of each bet. Without it, it may read all periods of a game for each player instead.
 */
const ownBets = {
  name: 'own_bets',
  text: `
    select asked.place, latest.* from unnest($1::text[], $2::text[]) with ordinality as asked (ref, game, place)
    join account on account.ref = asked.ref
    cross join lateral (
      select bet.draws_at, bet.account_id, bet.period_id, bet.seq, bet.play, bet.selection, bet.line_count, bet.stake, bet.odds, bet.at,
        period.draw_id, period.game, period.issue, period.status, period.closes_at, period.outcome, period.shadow_outcome,
        period.shadow_settled_at, period.settled_at
      from bet cross join lateral (select * from period where period.id = bet.period_id offset 0) as period
      where bet.account_id = account.id and (asked.game is null or period.game = asked.game)
      order by bet.draws_at desc, bet.seq desc, bet.period_id desc limit ${rowsToRead}
    ) as latest
    order by asked.place, latest.draws_at desc, latest.seq desc, latest.period_id desc`,
}

/** Each may be a page of bets, so a statement for more of them would keep the event loop busy for too long. */
const askedMost = 32

type Row = Omit<OwnBet, 'rebate'> & { readonly place: bigint }

export function openOwnBets({ pool }: Pick<Db, 'pool'>): OwnReads['bets'] {
  return askTogether(async (asked) => {
    const values = [asked.map(({ playerId }) => `player:${playerId}:available`), asked.map(({ game }) => game)]
    const { rows } = await pool.query<Row>({ ...ownBets, values })
    const rebateOf = await preparedRebatesFor({ pool }, rows)
    const byPlace = Map.groupBy(rows, ({ place }) => Number(place))
    return asked.map((_, at) => (byPlace.get(at + 1) ?? []).map((row) => ({ ...row, rebate: rebateOf(row) })))
  }, askedMost)
}
