/** Minutes between two looks at time and money, as a player may choose them. */
export const realityCheckMinutes = [15, 30, 60] as const

/** After a break this long the time played starts from zero: time without play does not count. */
export const playPauseMs = 30 * 60_000

type Played = {
  readonly minutes: number | null
  readonly playingSinceMs: number
  /** When the last one was answered, or the interval was chosen, in this session. */
  readonly answeredAtMs: number | null
}

/** When the next one is due; null where the player wants none. One that is not answered stays due. */
export function realityCheckDueMs({ minutes, playingSinceMs, answeredAtMs }: Played): number | null {
  if (minutes === null) return null
  return Math.max(playingSinceMs, answeredAtMs ?? 0) + minutes * 60_000
}
