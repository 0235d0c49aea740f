import { performance } from 'node:perf_hooks'

/** The one source of the time. Tests hand in one that moves when told. */
export type Clock = {
  nowMs(): number
  /** Runs on evenly whatever the system's clock is set to; only differences mean anything. */
  steadyMs(): number
}

export const systemClock: Clock = {
  // oxlint-disable-next-line no-restricted-properties -- this is the place the rule sends everybody to
  nowMs: () => Date.now(),
  steadyMs: () => performance.now(),
}
