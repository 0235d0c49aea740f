import { sql } from 'kysely'
import { drawProof } from '#contract/play/draws'
import { quicknet } from '#core/fairness/beacon'
import type { BetLeaf } from '#core/fairness/bets'
import type { Queryable } from '../../world/members/database.ts'
import { keyAt } from '../../services/fairness/operator-keys.ts'
import { handle } from '../../services/calls/handle.ts'
import { betsOfPeriod } from '../bets/bets-of-period.ts'

/** More bets would make an answer of megabytes; the bets file, which is streamed, has them all. */
const betsMost = 2_000

export const drawProofHandler = handle(drawProof, async ({ input: { drawId }, tx, refuse, beacon, config }) => {
  const period = await tx
    .selectFrom('period')
    .select(['id', 'schedule_seq', 'rules_hash', 'bets', 'ended_at'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  const { rows: lines } = await sql<{ line: string }>`
    select line from log_record where seq = ${period.schedule_seq} or draw_id = ${drawId}
      -- A key changed in between: later records are signed with the new one.
      or (type = 'key' and seq between ${period.schedule_seq}
        and (select max(seq) from log_record where draw_id = ${drawId})) order by seq`.execute(tx)
  const { key, changes } = await keyAt(tx, config.operatorKey, period.schedule_seq)
  const rules = await tx
    .selectFrom('rules_document')
    .select('document')
    .where('hash', '=', period.rules_hash)
    .executeTakeFirstOrThrow()
  const showsBets = period.ended_at !== null && (period.bets ?? 0) <= betsMost
  return {
    v: 1 as const,
    drawId,
    operatorKey: key,
    keyChanges: changes.map((line) => JSON.parse(line) as unknown),
    chain: beacon.chain.chainHash === quicknet.chainHash ? null : beacon.chain,
    log: lines.map(({ line }) => JSON.parse(line) as unknown),
    rules: JSON.parse(rules.document) as unknown,
    bets: showsBets ? await collect(tx, period.id) : null,
  }
})

async function collect(db: Queryable, periodId: number): Promise<BetLeaf[]> {
  const bets: BetLeaf[] = []
  for await (const batch of betsOfPeriod(db, periodId)) bets.push(...batch)
  return bets
}
