export const clamp = (value: number, least = 0, most = 1): number => Math.min(most, Math.max(least, value))

/** How far a stretch of time has passed, from 0 to 1. */
export const passed = (atMs: number, fromMs: number, toMs: number): number => clamp((atMs - fromMs) / (toMs - fromMs))

/** Begins and ends gently. */
export const smooth = (share: number): number => share * share * (3 - 2 * share)

export const between = (from: number, to: number, share: number): number => from + (to - from) * share
