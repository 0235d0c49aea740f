import type { Output } from '#contract/endpoint'
import type { withdrawalOptions } from '#contract/money/withdrawals'

type Options = Output<typeof withdrawalOptions>
type Timed = Pick<Options, 'pausedUntil' | 'timesLeft' | 'timesADay' | 'countsAnewAt'>

/** What an answer says once time has passed: a pause ends, and with the next day the times are counted anew. */
export function byTheClock<Given extends Timed>(options: Given, nowMs: number): Given {
  const { pausedUntil, timesLeft, timesADay, countsAnewAt } = options
  return {
    ...options,
    pausedUntil: pausedUntil !== null && pausedUntil > nowMs ? pausedUntil : null,
    timesLeft: countsAnewAt > nowMs ? timesLeft : timesADay,
  }
}
