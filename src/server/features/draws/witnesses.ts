import { sql } from 'kysely'
import { addWitness, listWitnesses } from '#contract/play/draws'
import { canonical } from '#core/fairness/canonical'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import { isSignedBy } from '#core/fairness/signatures'
import { type Countersignature, countersignatureHolds, isCountersignature } from '#core/fairness/witness'
import type { Queryable } from '../../db/database.ts'
import { handle } from '../../http/handle.ts'
import { Refusal } from '../../refusal.ts'
import { countDraw } from './trends.ts'

/** More would only cost room: keys are free to make, so no number of them proves more than one that the reader knows. */
const witnessesMost = 1_000
const shownMost = 100

/**
 * Takes a witness's word for a draw that has closed and whose round is yet to come. What comes later, or is about another
 * close record than ours, is answered and not counted: the witness keeps its proof itself.
 */
export const addWitnessHandler = handle(addWitness, async ({ tx, input, clock, refuse }) => {
  const period = await tx
    .selectFrom('period')
    .select(['id', 'game', 'day', 'status', 'round_at'])
    .where('draw_id', '=', input.drawId)
    .executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  // One after the other, so that the first of a draw is counted as such once.
  await sql`select pg_advisory_xact_lock(7261012, ${period.id}::integer)`.execute(tx)
  const witnesses = await countOf(tx, period.id)
  const seenMs = parseInstant(input.seenAt) ?? Infinity
  const isInTime = period.status === 'closed' && Math.max(seenMs, clock.nowMs()) < period.round_at.getTime()
  const uncounted = { isCounted: false, witnesses }
  if (!isInTime || witnesses >= witnessesMost) return uncounted
  if ((await closeHashOf(tx, input.drawId)) !== input.closeHash) return uncounted
  if (!isCountersignature(input) || !countersignatureHolds(input, isSignedBy))
    throw new Refusal('request_malformed', { field: 'sig' })
  const added = await tx
    .insertInto('countersignature')
    .values({
      period_id: period.id,
      witness: Buffer.from(input.witness, 'hex'),
      sig: Buffer.from(input.sig, 'hex'),
      seen_at: new Date(seenMs),
      received_at: new Date(clock.nowMs()),
    })
    .onConflict((conflict) => conflict.columns(['period_id', 'witness']).doNothing())
    .returning('period_id')
    .executeTakeFirst()
  if (!added) return { isCounted: true, witnesses }
  if (witnesses === 0) await countDraw(tx, { ...period, what: 'witnessed' })
  return { isCounted: true, witnesses: witnesses + 1 }
})

export const listWitnessesHandler = handle(listWitnesses, async ({ tx, input, refuse }) => {
  const period = await tx.selectFrom('period').select('id').where('draw_id', '=', input.drawId).executeTakeFirst()
  if (!period) return refuse('draw_unknown')
  const rows = await signed(tx, period.id).limit(shownMost).execute()
  return {
    total: await countOf(tx, period.id),
    items: rows.map(({ witness, seen_at }) => ({ witness: witness.toString('hex'), seenAt: seen_at.getTime() })),
  }
})

/** All of them as they were signed, a line each. */
export async function witnessLines(db: Queryable, { id, drawId }: { id: number; drawId: string }): Promise<string> {
  const closeHash = (await closeHashOf(db, drawId))!
  const rows = await signed(db, id).execute()
  const lines = rows.map(({ witness, sig, seen_at }) => {
    const each: Countersignature = {
      drawId,
      closeHash,
      seenAt: formatInstant(seen_at.getTime()),
      witness: witness.toString('hex'),
      sig: sig.toString('hex'),
    }
    return `${canonical(each)}\n`
  })
  return lines.join('')
}

const signed = (db: Queryable, periodId: number) =>
  db
    .selectFrom('countersignature')
    .select(['witness', 'sig', 'seen_at'])
    .where('period_id', '=', periodId)
    .orderBy('received_at')
    .orderBy('witness')

async function closeHashOf(db: Queryable, drawId: string): Promise<string | undefined> {
  const record = await db
    .selectFrom('log_record')
    .select('hash')
    .where('draw_id', '=', drawId)
    .where('type', '=', 'close')
    .executeTakeFirst()
  return record?.hash
}

async function countOf(db: Queryable, periodId: number): Promise<number> {
  const { count } = await db
    .selectFrom('countersignature')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('period_id', '=', periodId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
