const dayMs = 24 * 3_600_000
export const weekMs = 7 * dayMs

/** The Monday of an instant's week, by universal time. */
export function mondayMs(atMs: number): number {
  const weekday = (new Date(atMs).getUTCDay() + 6) % 7
  return Math.floor(atMs / dayMs) * dayMs - weekday * dayMs
}

/** A day as reports name it. */
export const dayText = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
