import type { App } from '../../../world/app.ts'
import { Unproven } from '../../../services/fairness/proven-draw.ts'
import { endUnproven, raiseUnproven } from '../../../services/fairness/unproven-alarm.ts'
import { settlePeriod, settleShadow } from './settle-period.ts'
import { HandedOver, type SettleJob, endLease, takeLease } from './lease.ts'

/**
 * Settles every ended period and pays what shadow results still owe, until only periods leased by other nodes are left, or
 * this node stops.
 */
export async function settleDuePeriods(app: App, stopping?: AbortSignal): Promise<void> {
  for (const [kind, settle] of [['ended', settlePeriod] as const, ['shadow', settleShadow] as const]) {
    const next = async () => (stopping?.aborted ? null : takeLease(app, kind))
    const tried = new Set<number>()
    // A draw that failed is due again once its lease ends. Each is tried once in a run, so that draws that keep failing do not keep the others waiting.
    for (let job = await next(); job && !tried.has(job.period.id); job = await next()) {
      tried.add(job.period.id)
      await tryTo(app, stopping ? { ...job, stopping } : job, settle)
    }
  }
  await endUnproven(app)
}

/**
 * Each period is settled on its own. One that the log does not prove keeps its lease, so it waits, and raises an alarm.
 */
async function tryTo(app: App, job: SettleJob, settle: (app: App, job: SettleJob) => Promise<void>): Promise<void> {
  try {
    await settle(app, job)
  } catch (error) {
    if (error instanceof HandedOver) return endLease(app, job)
    app.log.error({ err: error, draw: job.period.draw_id }, 'a draw could not be settled')
    if (error instanceof Unproven) await raiseUnproven(app, error)
  }
}
