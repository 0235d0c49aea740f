import { type Selectable, sql } from 'kysely'
import type { App } from '../../../world/app.ts'
import type { Queryable, Tx } from '../../../world/members/database.ts'
import type { Period } from '../../../world/members/tables.generated.ts'

/** A holder that says nothing for so long is taken for dead, and the next one goes on where it stopped. */
const leaseMs = 10_000

/** A period to settle, and the number under which this node holds it. */
export type SettleJob = { readonly period: Selectable<Period>; readonly leaseNumber: number }

/** Thrown by `holdLease` when another node took over; whatever the transaction did is undone. */
export class LeaseLost extends Error {}

/** The next period to settle, or whose shadow is to be paid, that nobody holds. */
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
        // Players wait for results first, for the rest after.
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

/** The first act of every transaction of a settlement: makes sure that it is still ours, and keeps it for longer. */
export async function holdLease(app: App, tx: Tx, job: SettleJob): Promise<void> {
  await orLost(job, keepLease(app, tx, job).executeTakeFirst())
}

/** The same as part of a statement: finds the period's row, changed and locked, or none. */
export function keepLease(app: App, db: Pick<Queryable, 'updateTable'>, { period, leaseNumber }: SettleJob) {
  return db
    .updateTable('period')
    .set({ lease_until: new Date(app.clock.nowMs() + leaseMs) })
    .where('id', '=', period.id)
    .where('lease_number', '=', leaseNumber)
    .returning('id')
}

/** Waits for what a statement found that began with `keepLease`. */
export async function orLost({ period }: SettleJob, finding: Promise<object | undefined>): Promise<void> {
  if (!(await finding)) throw new LeaseLost(`another node settles ${period.draw_id}`)
}
