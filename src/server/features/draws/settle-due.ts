import type { App } from '../../app.ts'
import { settlePeriod, settleShadow } from '../bets/settle-period.ts'
import { takeLease } from './lease.ts'

/** Settles what has ended, and pays what shadow results still owe; until nothing is left that nobody else holds. */
export async function settleDuePeriods(app: App): Promise<void> {
  for (const [kind, settle] of [['ended', settlePeriod] as const, ['shadow', settleShadow] as const]) {
    for (let job = await takeLease(app, kind); job; job = await takeLease(app, kind)) await settle(app, job)
  }
}
