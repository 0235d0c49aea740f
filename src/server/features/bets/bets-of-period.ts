import { sql } from 'kysely'
import type { BetLeaf } from '#core/fairness/bets'
import { acceptedBet } from '#core/games/bets'
import { ourCell } from '../../services/fairness/cells.ts'
import { leafOf } from './receipts.ts'
import type { Queryable } from '../../world/members/database.ts'

const batchSize = 5_000

/** The bets of a period as they are published, in order of acceptance, in batches of a few thousand. */
export async function* betsOfPeriod(db: Queryable, periodId: number): AsyncIterable<readonly BetLeaf[]> {
  const { draw_id: drawId, draws_at: drawsAt } = await db
    .selectFrom('period')
    .select(['draw_id', 'draws_at'])
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  for (let from = 0; ; from += batchSize) {
    const rows = await db
      .selectFrom('bet')
      .select(['seq', 'play', 'selection', 'stake', 'odds', 'at', 'salt'])
      .where('period_id', '=', periodId)
      .where('draws_at', '=', drawsAt)
      .where('seq', '>=', from)
      .where('seq', '<', from + batchSize)
      .orderBy('seq')
      .execute()
    if (rows.length > 0) {
      yield rows.map((row) =>
        leafOf({ drawId, seq: row.seq, bet: acceptedBet(row), atMs: row.at.getTime(), salt: row.salt }),
      )
    }
    if (rows.length < batchSize) return
  }
}

/** The leaf of a bet as core would write it, which takes the database a fraction of the time: where many bets are read, others wait. */
const leafText = sql`
  '{"at":"' || to_char(bet.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
    || '","betId":"' || draw_id || ':' || seq || '","cell":' || ${ourCell}::integer || ',"drawId":"' || draw_id || '","odds":' || odds * 10
    || ',"play":"' || play || '","salt":"' || replace(salt::text, '-', '') || '","sel":"' || selection
    || '","seq":' || seq || ',"stake":' || stake * line_count || ',"v":1}'`

/** As many lines are a fifth of a megabyte: read, they keep others waiting for a fraction of a millisecond. */
const linesAtOnce = 1_000

/** A period's bets file, some lines at a time. The database joins them, because each row that the driver reads takes longer than its line. */
export async function* betsFileOf(db: Queryable, periodId: number): AsyncIterable<string> {
  // As a value: joined, every month of bets would be opened for each part.
  const { draws_at: drawsAt } = await db
    .selectFrom('period')
    .select('draws_at')
    .where('id', '=', periodId)
    .executeTakeFirstOrThrow()
  for (let from = 0; ; from += linesAtOnce) {
    const { rows } = await sql<{ lines: number; text: string | null }>`
      select count(*)::integer as lines, string_agg(${leafText} || E'\n', '' order by seq) as text
      from bet join period on period.id = period_id
      where period_id = ${periodId} and bet.draws_at = ${drawsAt} and seq >= ${from} and seq < ${from + linesAtOnce}`.execute(
      db,
    )
    const { lines, text } = rows[0]!
    if (text !== null) yield text
    if (lines < linesAtOnce) return
  }
}

/**
 * For closing: from that number on, the hash of each bet's leaf in the Merkle tree, and its stake in cents. Closing has a deadline, so
 * the database hashes too.
 */
export async function* leavesOfPeriod(
  db: Queryable,
  periodId: number,
  firstSeq: number,
): AsyncIterable<readonly { readonly leaf: Uint8Array; readonly stake: number }[]> {
  for (let from = firstSeq; ; from += 10 * batchSize) {
    const { rows } = await sql<{ leaf: Buffer; stake: number }>`
      select sha256('\\x00'::bytea || convert_to(${leafText}, 'UTF8')) as leaf, (stake * line_count)::float8 as stake
      from bet join period on period.id = period_id and period.draws_at = bet.draws_at
      where period_id = ${periodId} and seq >= ${from} and seq < ${from + 10 * batchSize} order by seq`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < 10 * batchSize) return
  }
}
