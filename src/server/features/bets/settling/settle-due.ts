import type { App } from '../../../world/app.ts'
import { Unproven } from '../../../services/fairness/proven-draw.ts'
import { endUnproven, raiseUnproven } from '../../../services/fairness/unproven-alarm.ts'
import { settlePeriod, settleShadow } from './settle-period.ts'
import { type SettleJob, takeLease } from './lease.ts'

/** Settles what has ended, and pays what shadow results still owe; until nothing is left that nobody else holds. */
export async function settleDuePeriods(app: App): Promise<void> {
  for (const [kind, settle] of [['ended', settlePeriod] as const, ['shadow', settleShadow] as const]) {
    for (let job = await takeLease(app, kind); job; job = await takeLease(app, kind)) await tryTo(app, job, settle)
  }
  await endUnproven(app)
}

/** Each stands alone. One that the log does not prove is put aside with its lease, and somebody is told. */
async function tryTo(app: App, job: SettleJob, settle: (app: App, job: SettleJob) => Promise<void>): Promise<void> {
  try {
    await settle(app, job)
  } catch (error) {
    app.log.error({ err: error, draw: job.period.draw_id }, 'a draw could not be settled')
    if (error instanceof Unproven) await raiseUnproven(app, error)
  }
}
