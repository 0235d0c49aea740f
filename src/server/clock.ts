/** The one source of the time. Tests hand in one that moves when told. */
export type Clock = { nowMs(): number }

// oxlint-disable-next-line no-restricted-properties -- this is the place the rule sends everybody to
export const systemClock: Clock = { nowMs: () => Date.now() }
