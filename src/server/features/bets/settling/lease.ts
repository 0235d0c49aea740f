import { type Selectable, sql } from 'kysely'
import type { App } from '../../../world/app.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import type { Period } from '../../../world/members/tables.generated.ts'

/** A node that does not renew its lease for this long counts as dead; the next node continues where it stopped. */
const leaseMs = 10_000

/** A period to settle, and the number of the lease under which this node settles it. */
export type SettleJob = {
  readonly period: Selectable<Period>
  readonly leaseNumber: number
  /** Aborted when this node stops: what is not paid yet is left to another. */
  readonly stopping?: AbortSignal
}

/** Thrown by `holdLease` when another node has taken the lease; it rolls the transaction back. */
export class LeaseLost extends Error {}

/** Thrown between two batches where this node stops. */
export class HandedOver extends Error {}

export function orHandOver({ stopping, period }: SettleJob): void {
  if (stopping?.aborted) throw new HandedOver(`${period.draw_id} is left to another node`)
}

/** Gives a lease back before its time, so that no other node has to wait for its end. */
export async function endLease({ db }: App, { period, leaseNumber }: SettleJob): Promise<void> {
  await db.query
    .updateTable('period')
    .set({ lease_until: null })
    .where('id', '=', period.id)
    .where('lease_number', '=', leaseNumber)
    .execute()
}

/** Leases the next period that is to be settled, or whose shadow is to be paid, and that no node holds. */
export async function takeLease(app: App, kind: 'ended' | 'shadow'): Promise<SettleJob | null> {
  const nowMs = app.clock.nowMs()
  const isDue =
    kind === 'ended'
      ? sql<boolean>`ended_at is not null and settled_at is null`
      : sql<boolean>`settled_at is not null and shadow_outcome is not null and shadow_settled_at is null`
  const period = await app.db.query
    .updateTable('period')
    .set((eb) => ({ lease_number: eb('lease_number', '+', 1), lease_until: new Date(nowMs + leaseMs) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('period')
        .select('id')
        .where(isDue)
        .where((or) => or.or([or('lease_until', 'is', null), or('lease_until', '<=', new Date(nowMs))]))
        // Drawn periods first: players wait for results.
        .orderBy((order) => order('status', '<>', 'drawn'))
        .orderBy('ended_at')
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
  return period ? { period, leaseNumber: period.lease_number } : null
}

/** The first statement of every settlement transaction: checks that this node still holds the lease, and extends it. */
export async function holdLease(app: App, tx: Tx, job: SettleJob): Promise<void> {
  await orLost(job, keepLease(app, tx, job).executeTakeFirst())
}

/**
 * The same as part of a larger statement: returns the period's row, updated and locked, or none if the lease is lost.
 */
export function keepLease(app: App, db: Pick<Queryable, 'updateTable'>, { period, leaseNumber }: SettleJob) {
  return db
    .updateTable('period')
    .set({ lease_until: new Date(app.clock.nowMs() + leaseMs) })
    .where('id', '=', period.id)
    .where('lease_number', '=', leaseNumber)
    .returning('id')
}

/** Throws `LeaseLost` where a statement that began with `keepLease` found no row. */
export async function orLost({ period }: SettleJob, finding: Promise<object | undefined>): Promise<void> {
  if (!(await finding)) throw new LeaseLost(`another node settles ${period.draw_id}`)
}
