import { listWitnesses } from '#contract/play/past-draws'
import type { DrawRecordType } from '#core/fairness/records'
import type { Policy } from '#core/fairness/tlog/policy'
import type { Queryable } from '../../world/members/database.ts'
import { handleRead } from '../../services/calls/handle.ts'
import { inTime, seenCheckpoint } from '../../services/witnesses/seen-checkpoint.ts'

export const listWitnessesHandler = handleRead(listWitnesses, async ({ db, input: { drawId }, witnesses, refuse }) => {
  const period = await db.selectFrom('period').select('round_at').where('draw_id', '=', drawId).executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  const { policy } = witnesses
  if (!policy?.quorum) return { isEnough: null, items: [] }
  const roundMs = period.round_at.getTime()
  const { signed, isEnough } = await witnessesInTime(db, { policy, drawId, roundMs })
  const items = policy.witnesses.map((witness) => {
    const seenAt = signed.get(witness) ?? null
    const aheadSeconds = seenAt === null ? null : Math.floor((roundMs - seenAt) / 1_000)
    return { name: witness.name, key: witness.key.name, seenAt, aheadSeconds }
  })
  return { isEnough, items }
})

type Closed = { readonly policy: Policy; readonly drawId: string; readonly roundMs: number }

/** Which of the policy’s witnesses saw a draw close before its round, and whether they are enough. */
export async function witnessesInTime(db: Queryable, { policy, drawId, roundMs }: Closed) {
  const index = await firstIndex(db, drawId, ['close'])
  const seen = index === null ? null : await seenCheckpoint(db, index)
  return inTime(policy, seen?.cosignatures ?? [], roundMs)
}

/** The number of the record of a draw that witnesses must have seen: its close, or what ended it without one. */
export function indexToSee(db: Queryable, drawId: string): Promise<number | null> {
  return firstIndex(db, drawId, ['close', 'void', 'cancel', 'skip'])
}

/** The number in the log of the first record about a draw that is of one of these types. */
async function firstIndex(db: Queryable, drawId: string, types: readonly DrawRecordType[]): Promise<number | null> {
  const record = await db
    .selectFrom('log_record')
    .select('seq')
    .where('draw_id', '=', drawId)
    .where('type', 'in', types)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return record ? Number(record.seq) : null
}

/** Whether enough witnesses saw a draw close in time; false where the site asks none. */
export async function isWitnessed(db: Queryable, policy: Policy | null, period: { draw_id: string; round_at: Date }) {
  if (!policy?.quorum) return false
  const { draw_id: drawId, round_at } = period
  return (await witnessesInTime(db, { policy, drawId, roundMs: round_at.getTime() })).isEnough
}
