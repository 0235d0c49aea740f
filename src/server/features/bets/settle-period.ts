import { betsFileHash } from '#core/fairness/bets'
import type { App } from '../../app.ts'
import { transaction } from '../../db/database.ts'
import { openPublicLog } from '../../fairness/public-log.ts'
import { type SettleJob, holdLease } from '../draws/lease.ts'

/** Nothing takes bets yet, so there is nobody to pay: the record says that, and the period is settled. */
export async function settlePeriod(app: App, job: SettleJob): Promise<void> {
  const { period } = job
  await transaction(app.db, app.random, async (tx) => {
    await holdLease(app, tx, job)
    if (period.bets !== 0) throw new Error(`${period.draw_id} has bets that nothing settles`)
    const { atMs, append } = await openPublicLog(app, tx)
    if (period.status === 'drawn') {
      const body = { drawId: period.draw_id, betsFileHash: betsFileHash([]), paidTotal: 0, winners: 0 }
      await append({ type: 'settle', body })
    }
    await tx
      .updateTable('period')
      .set({ settled_at: new Date(atMs), lease_until: null })
      .where('id', '=', period.id)
      .execute()
  })
}

/** Pays those who would have won a draw that was void. */
export async function settleShadow(app: App, job: SettleJob): Promise<void> {
  const { period } = job
  await transaction(app.db, app.random, async (tx) => {
    await holdLease(app, tx, job)
    if (period.bets !== 0) throw new Error(`${period.draw_id} has bets that nothing settles`)
    await tx
      .updateTable('period')
      .set({ shadow_settled_at: new Date(app.clock.nowMs()), lease_until: null })
      .where('id', '=', period.id)
      .execute()
  })
}
