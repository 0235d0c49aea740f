import { performance } from 'node:perf_hooks'

/** The only source of the time. Tests pass in a clock that they move themselves. */
export type Clock = {
  nowMs(): number
  /** A monotonic clock: setting the system's clock does not move it. Only differences between two readings mean anything. */
  steadyMs(): number
}

export const systemClock: Clock = {
  // oxlint-disable-next-line no-restricted-properties -- every other file gets the time from here
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
}
