import { CompiledQuery } from 'kysely'
import { type Cents, storedCents, zeroCents } from '#core/money/cents'
import type { Db, Queryable } from '../../../world/members/database.ts'

type Shown = {
  readonly period_id: number
  readonly seq: number
  readonly account_id: bigint
  readonly settled_at: Date | null
}
type Row = {
  readonly account_id: bigint
  readonly period_id: number
  readonly seq: number
  readonly amount: bigint
  readonly stake: bigint
  readonly upto: bigint
  readonly total: bigint
}

const rebatesOf = {
  name: 'rebates_of',
  text: `
    select bet.account_id, bet.period_id, seq, amount, stake * line_count as stake,
      (sum(stake * line_count) over (partition by bet.account_id, bet.period_id order by seq))::bigint as upto,
      (sum(stake * line_count) over (partition by bet.account_id, bet.period_id))::bigint as total
    from unnest($1::bigint[], $2::integer[]) as asked (account_id, period_id)
    join rebate on rebate.account_id = asked.account_id and rebate.period_id = asked.period_id
    join period on period.id = rebate.period_id
    join bet on bet.account_id = rebate.account_id and bet.draws_at = period.draws_at and bet.period_id = rebate.period_id`,
}

/**
 * The rebate of each of these bets. A rebate is paid on all of a player's bets on a draw together, after the draw is settled; here it
 * is shared out by stake.
 */
export async function rebatesFor(db: Queryable, bets: readonly Shown[]): Promise<(bet: Shown) => Cents> {
  return sharesOf(bets, async (values) => {
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(rebatesOf.text, values))
    return rows
  })
}

/** The same outside a transaction, with a prepared statement. */
export async function preparedRebatesFor(
  { pool }: Pick<Db, 'pool'>,
  bets: readonly Shown[],
): Promise<(bet: Shown) => Cents> {
  return sharesOf(bets, async (values) => (await pool.query<Row>({ ...rebatesOf, values })).rows)
}

async function sharesOf(
  bets: readonly Shown[],
  read: (values: unknown[]) => Promise<readonly Row[]>,
): Promise<(bet: Shown) => Cents> {
  const settled = bets.filter(({ settled_at: at }) => at !== null)
  if (settled.length === 0) return () => zeroCents
  const asked = [...new Map(settled.map((bet) => [`${bet.account_id} ${bet.period_id}`, bet])).values()]
  const rows = await read([asked.map((bet) => bet.account_id), asked.map((bet) => bet.period_id)])
  const shares = new Map(
    rows.map((row) => [nameOf(row), storedCents(shareUpTo(row, row.upto) - shareUpTo(row, row.upto - row.stake))]),
  )
  return (bet) => shares.get(nameOf(bet)) ?? zeroCents
}

const nameOf = ({ account_id: account, period_id: period, seq }: Pick<Shown, 'account_id' | 'period_id' | 'seq'>) =>
  `${account} ${period} ${seq}`

/**
 * The rebate's share of all stakes up to a bet. Shares are differences of this running total, so rounded shares still
 * add up to the whole.
 */
function shareUpTo({ amount, total }: Row, upto: bigint): bigint {
  return (amount * upto) / total
}
