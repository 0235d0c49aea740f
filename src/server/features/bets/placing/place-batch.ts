import { stakeOf } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { type Cents, sumCents } from '#core/money/cents'
import type { AppWithoutBetting } from '../../../world/app.ts'
import type { Placed, Slip } from '../../../world/members/betting.ts'

type Row = {
  outcomes: string[]
  offsets: (number | null)[]
  starts: number[]
  head_seq: bigint
  head_hash: string
}

const statementOf = (name: 'place_bets' | 'place_chase') => ({
  name,
  text: `select * from ${name}(${Array.from({ length: 19 }, (_, at) => `$${at + 1}`).join()})`,
})
const placeAnybodys = statementOf('place_bets')
const placeChases = statementOf('place_chase')

/** Places all slips in one statement, which is one transaction, and says of each what became of it, in the order given. */
export async function placeBatch(
  app: AppWithoutBetting,
  slips: readonly Slip[],
  connection = app.db.pool,
): Promise<Placed[]> {
  return run(app, slips, { connection, statement: placeAnybodys })
}

/**
 * Places the slip of a chase, whose key is the chase's claim, and ends the claim with it, all in one statement. Once the claim was
 * taken away the outcome is `claim_lost`.
 */
export async function placeClaimed(app: AppWithoutBetting, slip: Slip): Promise<Placed> {
  const [placed] = await run(app, [slip], { connection: app.db.pool, statement: placeChases })
  return placed!
}

type Way = { readonly connection: AppWithoutBetting['db']['pool']; readonly statement: ReturnType<typeof statementOf> }

async function run(
  { clock, random }: AppWithoutBetting,
  slips: readonly Slip[],
  { connection, statement }: Way,
): Promise<Placed[]> {
  // The database charges slip after slip of one payer, and wants them side by side.
  const order = slips.map((_, at) => at).sort((a, b) => compare(slips[a]!.payer, slips[b]!.payer) || a - b)
  const sorted = order.map((at) => slips[at]!)
  // Their rows are locked in this order.
  const periods = [...new Set(slips.map(({ periodId }) => periodId))].sort((a, b) => a - b)
  const places = sorted.map(({ periodId }) => periods.indexOf(periodId) + 1)
  const atMs = clock.nowMs()
  const lines = sorted.flatMap(({ bets, salts }, at) =>
    bets.map((bet, number) => ({ slip: at + 1, number, bet, salt: salts[number]! })),
  )
  const { rows } = await connection.query<Row>({
    ...statement,
    values: [
      new Date(atMs),
      random.uuid(),
      plainArray(periods, (id) => id),
      plainArray(sorted, ({ payer }) => payer),
      plainArray(sorted, ({ owner }) => owner),
      plainArray(sorted, ({ playerId }) => playerId),
      plainArray(sorted, ({ isCertified }) => isCertified),
      plainArray(sorted, ({ key }) => key),
      plainArray(places, (place) => place),
      plainArray(sorted, totalOf),
      plainArray(sorted, ({ bets }) => bets.length),
      plainArray(lines, ({ slip }) => slip),
      plainArray(lines, ({ number }) => number),
      plainArray(lines, ({ bet }) => playCode(bet.market, bet.position)),
      // The only one that may hold commas. What is sold holds neither quotes nor backslashes.
      plainArray(lines, ({ bet }) => `"${bet.key}"`),
      plainArray(lines, ({ bet }) => bet.lines),
      plainArray(lines, ({ bet }) => bet.stakePerLine),
      plainArray(lines, ({ bet }) => bet.oddsHundredths),
      plainArray(lines, ({ salt }) => salt),
    ],
  })
  const { outcomes, offsets, starts, head_seq: seq, head_hash: hash } = rows[0]!
  const head = { seq: Number(seq), hash }
  const placed: Placed[] = []
  order.forEach((slip, at) => {
    const offset = offsets[at]!
    const firstSeq = offset === null ? null : starts[places[at]! - 1]! + offset
    placed[slip] = { outcome: outcomes[at]!, firstSeq, head, atMs }
  })
  return placed
}

/** An array as the database reads it, of values that need no quotes; the driver, which trusts none, takes ten times as long. */
function plainArray<T>(items: readonly T[], valueOf: (item: T) => bigint | number | string | boolean): string {
  let text = ''
  for (const item of items) text += text === '' ? valueOf(item) : `,${valueOf(item)}`
  return `{${text}}`
}

function totalOf({ bets }: Pick<Slip, 'bets'>): Cents {
  return sumCents(bets.map(stakeOf))
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
