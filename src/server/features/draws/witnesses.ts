import { addWitness, listWitnesses } from '#contract/play/draws'
import { canonical } from '#core/fairness/canonical'
import { formatInstant, parseInstant } from '#core/fairness/instant'
import { isSignedBy } from '#core/fairness/signatures'
import { type Countersignature, countersignatureHolds, isCountersignature } from '#core/fairness/witness'
import { networkOf } from '#core/rules/guessing'
import type { App } from '../../world/app.ts'
import type { Queryable } from '../../world/members/database.ts'
import { type Guard, takeAttempt } from '../../services/guard/attempts.ts'
import type { From } from '../../services/calls/caller.ts'
import { handle, handlePrepared } from '../../services/calls/handle.ts'
import { Refusal } from '../../world/refusal.ts'

/**
 * More would only take space: keys are free to make, so many unknown witnesses prove no more than one that the reader
 * knows.
 */
const witnessesMost = 100

/** How far a witness's clock may be behind ours. */
const clockMs = 60_000

/**
 * Accepts a witness's countersignature for a draw that has closed and whose round is still to come. One that is late,
 * or about another close record than ours, gets an answer but is not counted; the witness keeps its own proof.
 */
export const addWitnessHandler = handlePrepared(
  addWitness,
  // Before the transaction, because checking the signature takes longer than everything else.
  async (context) => {
    const { input } = context
    if (!isCountersignature(input) || !countersignatureHolds(input, isSignedBy))
      throw new Refusal('request_malformed', { field: 'sig' })
    return { seenMs: parseInstant(input.seenAt)!, hasPlace: await takePlace(context, input.drawId) }
  },
  async ({ tx, input, prepared: { seenMs, hasPlace }, clock, refuse }) => {
    const period = await periodOf(tx, input.drawId)
    if (!period) return refuse('draw_unknown')
    const [closedMs, roundMs] = [period.closed_at?.getTime() ?? Infinity, period.round_at.getTime()]
    const isInTime = seenMs >= closedMs - clockMs && Math.max(seenMs, clock.nowMs()) < roundMs
    const isOurs = (await closeHashOf(tx, input.drawId)) === input.closeHash
    const witness = Buffer.from(input.witness, 'hex')
    if (hasPlace && isInTime && isOurs && (await countOf(tx, period.id)) < witnessesMost) {
      const said = {
        sig: Buffer.from(input.sig, 'hex'),
        seen_at: new Date(seenMs),
        received_at: new Date(clock.nowMs()),
      }
      await tx
        .insertInto('countersignature')
        .values({ period_id: period.id, witness, ...said })
        .onConflict((conflict) => conflict.columns(['period_id', 'witness']).doNothing())
        .execute()
    }
    const counted = await tx
      .selectFrom('countersignature')
      .select('witness')
      .where('period_id', '=', period.id)
      .where('witness', '=', witness)
      .executeTakeFirst()
    return { isCounted: counted !== undefined, witnesses: await countOf(tx, period.id) }
  },
)

/**
 * Limits the places one network may take for a draw: keys are free but networks are not, so strangers cannot fill all
 * places.
 */
async function takePlace(guard: Guard & { readonly from: From }, drawId: string): Promise<boolean> {
  try {
    await takeAttempt(guard, [{ kind: 'witness', name: `${drawId}:${networkOf(guard.from.address)}` }])
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

const periodOf = (db: Queryable, drawId: string) =>
  db.selectFrom('period').select(['id', 'closed_at', 'round_at']).where('draw_id', '=', drawId).executeTakeFirst()

export const listWitnessesHandler = handle(listWitnesses, async ({ tx, input, refuse }) => {
  const period = await periodOf(tx, input.drawId)
  if (!period) return refuse('draw_unknown')
  const rows = await signed(tx, period.id).execute()
  return {
    total: rows.length,
    items: rows.map(({ witness, seen_at }) => ({ witness: witness.toString('hex'), seenAt: seen_at.getTime() })),
  }
})

/**
 * All countersignatures as signed, one per line, and whether the list is final; null for a draw that has not closed.
 */
export async function witnessLines(
  { db, clock }: App,
  drawId: string,
): Promise<{ text: string; isAll: boolean } | null> {
  const period = await periodOf(db.query, drawId)
  const closeHash = await closeHashOf(db.query, drawId)
  if (!period || closeHash === undefined) return null
  const rows = await signed(db.query, period.id).execute()
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
  return { text: lines.join(''), isAll: clock.nowMs() >= period.round_at.getTime() }
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

/** Whether anybody countersigned a period in time. */
export const isWitnessed = async (db: Queryable, periodId: number) => (await countOf(db, periodId)) > 0

async function countOf(db: Queryable, periodId: number): Promise<number> {
  const { count } = await db
    .selectFrom('countersignature')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('period_id', '=', periodId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
