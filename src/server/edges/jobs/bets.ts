import type { App } from '../../world/app.ts'
import { payDueRebates } from '../../features/bets/rebates/pay-rebates.ts'
import { runChases } from '../../features/bets/chases/run-chases.ts'
import { type Job, every } from './every.ts'

/** After the winners, in their own time: a rebate is worth little and needs every player's bets looked at together. */
export function startRebates(app: App): Job {
  return every(app, { job: 'rebates', pauseMs: 5_000 }, () => payDueRebates(app))
}

/** Often enough that a chase is in early in the shortest period. */
export function startChaser(app: App): Job {
  return every(app, { job: 'chases', pauseMs: 1_000 }, () => runChases(app))
}
