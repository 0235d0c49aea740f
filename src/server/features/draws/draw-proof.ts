import { sql } from 'kysely'
import { drawProof } from '#contract/play/past-draws'
import { quicknet } from '#core/fairness/beacon'
import type { BetLeaf } from '#core/fairness/bets'
import { toBase64 } from '#core/fairness/tlog/base64'
import type { Queryable } from '../../world/members/database.ts'
import { consistencyOf, inclusionOf } from '../../services/fairness/log-tree.ts'
import { firstKey, keyChanges } from '../../services/fairness/operator-keys.ts'
import { newestCheckpoint } from '../../services/fairness/public-log.ts'
import { handleSnapshot } from '../../services/calls/handle.ts'
import { seenCheckpoint, withCosignatures } from '../../services/witnesses/seen-checkpoint.ts'
import { betsOfPeriod } from '../bets/bets-of-period.ts'
import { indexToSee } from './witnesses.ts'

/** More bets would make an answer of megabytes; the bets file, which is streamed, has them all. */
const betsMost = 2_000

export const drawProofHandler = handleSnapshot(drawProof, async ({ input: { drawId }, db, refuse, beacon, config }) => {
  const period = await db
    .selectFrom('period')
    .select(['id', 'schedule_seq', 'rules_hash', 'bets', 'ended_at'])
    .where('draw_id', '=', drawId)
    .executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  const { size, note } = (await newestCheckpoint(db))!
  const { rows } = await sql<{ seq: bigint; entry: string }>`
    select seq, entry from log_record where (seq = ${period.schedule_seq} or draw_id = ${drawId}) and seq < ${size}
    order by seq`.execute(db)
  const entries = []
  for (const { seq, entry } of rows) {
    const proof = await inclusionOf(db, Number(seq), size)
    entries.push({ index: Number(seq), entry, proof: proof.map(toBase64) })
  }
  const seen = await seenOf(db, drawId)
  const rules = await db
    .selectFrom('rules_document')
    .select('document')
    .where('hash', '=', period.rules_hash)
    .executeTakeFirstOrThrow()
  const showsBets = period.ended_at !== null && (period.bets ?? 0) <= betsMost
  return {
    v: 2 as const,
    drawId,
    operatorKey: await firstKey(db, config),
    keyChanges: await keyChanges(db),
    checkpoint: note,
    entries,
    seen: seen && withCosignatures(seen.note, seen.cosignatures),
    consistency: seen ? [{ size: seen.size, proof: (await consistencyOf(db, seen.size, size)).map(toBase64) }] : [],
    chain: beacon.chain.chainHash === quicknet.chainHash ? null : beacon.chain,
    rules: JSON.parse(rules.document) as unknown,
    bets: showsBets ? await collect(db, period.id) : null,
  }
})

async function seenOf(db: Queryable, drawId: string) {
  const index = await indexToSee(db, drawId)
  return index === null ? null : seenCheckpoint(db, index)
}

async function collect(db: Queryable, periodId: number): Promise<BetLeaf[]> {
  const bets: BetLeaf[] = []
  for await (const batch of betsOfPeriod(db, periodId)) bets.push(...batch)
  return bets
}
