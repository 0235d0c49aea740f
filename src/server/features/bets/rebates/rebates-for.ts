import { sql } from 'kysely'
import { type Cents, storedCents, zeroCents } from '#core/money/cents'
import type { Queryable } from '../../../world/members/database.ts'

type Shown = { readonly period_id: number; readonly seq: number; readonly account_id: bigint }
type Row = {
  readonly period_id: number
  readonly seq: number
  readonly amount: bigint
  readonly stake: bigint
  readonly upto: bigint
  readonly total: bigint
}

/**
 * The rebate of each of a player's bets. A rebate is paid on all of a player's bets on a draw together; here it is
 * shared out by stake.
 */
export async function rebatesFor(db: Queryable, bets: readonly Shown[]): Promise<(bet: Shown) => Cents> {
  const [first] = bets
  if (!first) return () => zeroCents
  const periods = [...new Set(bets.map(({ period_id: id }) => id))]
  const { rows } = await sql<Row>`
    select bet.period_id, seq, amount, stake * line_count as stake,
      (sum(stake * line_count) over (partition by bet.period_id order by seq))::bigint as upto,
      (sum(stake * line_count) over (partition by bet.period_id))::bigint as total
    from rebate join period on period.id = rebate.period_id
    join bet on bet.account_id = rebate.account_id and bet.draws_at = period.draws_at and bet.period_id = rebate.period_id
    where rebate.account_id = ${first.account_id} and rebate.period_id = any (${periods}::integer[])`.execute(db)
  const shares = new Map(
    rows.map(({ period_id: id, seq, amount, stake, upto, total }) => [
      `${id} ${seq}`,
      storedCents(shareUpTo(amount, upto, total) - shareUpTo(amount, upto - stake, total)),
    ]),
  )
  return ({ period_id: id, seq }) => shares.get(`${id} ${seq}`) ?? zeroCents
}

/**
 * The rebate's share of all stakes up to a bet. Shares are differences of this running total, so rounded shares still
 * add up to the whole.
 */
function shareUpTo(amount: bigint, upto: bigint, total: bigint): bigint {
  return (amount * upto) / total
}
