import { performance } from 'node:perf_hooks'

/** The only source of the time. Tests pass in a clock that they move themselves. */
export type Clock = {
  nowMs(): number
  /** A monotonic clock: setting the system's clock does not move it. Only differences between two readings mean anything. */
  steadyMs(): number
}

export const systemClock: Clock = {
  // oxlint-disable-next-line no-restricted-properties -- the one place that reads the system's clock; everything else is handed a Clock
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
}
