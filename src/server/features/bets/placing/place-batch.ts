import { stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { type Cents, sumCents } from '#core/money/cents'
import type { AppWithoutBetting } from '../../../world/app.ts'
import type { Placed, Slip } from '../../../world/members/betting.ts'

type Row = {
  outcomes: string[]
  offsets: (number | null)[]
  starts: number[]
  log_size: bigint
  log_root: Buffer
}

const statementOf = (name: 'place_bets' | 'place_repeat_order') => ({
  name,
  text: `select * from ${name}($1, $2, $3, $4, $5)`,
})
const placeAnybodys = statementOf('place_bets')
const placeRepeatOrders = statementOf('place_repeat_order')

/** Places all slips in one statement, which is one transaction, and returns the outcome of each, in the order given. */
export async function placeBatch(
  app: AppWithoutBetting,
  slips: readonly Slip[],
  connection = app.db.pool,
): Promise<Placed[]> {
  return run(app, slips, { connection, statement: placeAnybodys })
}

/**
 * Places the slip of a repeat order, whose key is the repeat order's claim, and ends the claim with it, all in one statement. Once the claim was
 * taken away the outcome is `claim_lost`.
 */
export async function placeClaimed(app: AppWithoutBetting, slip: Slip): Promise<Placed> {
  const [placed] = await run(app, [slip], { connection: app.db.pool, statement: placeRepeatOrders })
  return placed!
}

type Way = { readonly connection: AppWithoutBetting['db']['pool']; readonly statement: ReturnType<typeof statementOf> }

async function run(
  { clock, random }: AppWithoutBetting,
  slips: readonly Slip[],
  { connection, statement }: Way,
): Promise<Placed[]> {
  // The database charges a payer's slips one after the other and expects them next to each other.
  const order = slips.map((_, at) => at).sort((a, b) => compare(slips[a]!.payer, slips[b]!.payer) || a - b)
  const sorted = order.map((at) => slips[at]!)
  // The database locks the periods' rows in this order; a fixed order prevents deadlocks.
  const periods = [...new Set(slips.map(({ periodId }) => periodId))].sort((a, b) => a - b)
  const places = sorted.map(({ periodId }) => periods.indexOf(periodId) + 1)
  const [atMs, batchId] = [clock.nowMs(), random.uuid()]
  const { rows } = await connection.query<Row>({
    ...statement,
    values: [new Date(atMs), batchId, `{${periods.join()}}`, slipRows(sorted, places), betRows(sorted)],
  })
  const { outcomes, offsets, starts, log_size: size, log_root: root } = rows[0]!
  const head = { size: Number(size), root }
  const placed: Placed[] = []
  order.forEach((slip, at) => {
    const offset = offsets[at]!
    const firstSeq = offset === null ? null : starts[places[at]! - 1]! + offset
    placed[slip] = { outcome: outcomes[at]!, firstSeq, batchId, head, atMs }
  })
  return placed
}

/** Slips as an array of the database type `slip_to_place`. */
function slipRows(slips: readonly Slip[], places: readonly number[]): string {
  return rowsOf(
    slips.map((slip, at) => {
      const { payer, owner, playerId, isCertified, key, bets, token } = slip
      return `${payer},${owner},${playerId},${isCertified},${key},${places[at]!},${totalOf(slip)},${bets.length},${token ?? ''}`
    }),
  )
}

/** Their bets as an array of the database type `bet_to_place`. */
function betRows(slips: readonly Slip[]): string {
  return rowsOf(
    slips.flatMap(({ bets, salts }, at) =>
      bets.map((bet, line) => {
        // The only field that may hold commas. No selection on sale holds quotes or backslashes.
        const selection = `\\"${bet.key}\\"`
        const play = playCode(bet.market, bet.position)
        return `${at + 1},${line},${play},${selection},${bet.lines},${bet.stakePerLine},${bet.oddsHundredths},${salts[line]!}`
      }),
    ),
  )
}

/** Built by hand, because the driver's escaping of every value takes ten times as long. */
function rowsOf(rows: readonly string[]): string {
  return rows.length === 0 ? '{}' : `{"(${rows.join(')","(')})"}`
}

function totalOf({ bets }: Pick<Slip, 'bets'>): Cents {
  return sumCents(bets.map(stakeOf))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
