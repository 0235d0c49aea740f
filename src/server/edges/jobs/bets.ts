import type { App } from '../../world/app.ts'
import { payDueRebates } from '../../features/bets/rebates/pay-rebates.ts'
import { runRepeatOrders } from '../../features/bets/repeat-orders/run-repeat-orders.ts'
import { type Job, every } from './every.ts'

/** A job of its own after settlement: rebates are small, and they need all of a player's bets on a draw together. */
export function startRebates(app: App): Job {
  return every(app, { job: 'rebates', pauseMs: 5_000 }, (stopping) => payDueRebates(app, { stopping }))
}

/** Often enough that a repeat order is in early in the shortest period. */
export function startRepeatOrders(app: App): Job {
  return every(app, { job: 'repeatOrders', pauseMs: 1_000 }, (stopping) => runRepeatOrders(app, stopping))
}
