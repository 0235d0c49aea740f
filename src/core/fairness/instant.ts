/* oxlint-disable no-restricted-globals -- what is read and written here depends on the argument alone; core may not ask the time */

/**
 * Milliseconds since 1970 of `YYYY-MM-DDTHH:MM:SS.mmmZ`; null for any other spelling, and for a day or an hour that
 * never was.
 */
export function parseInstant(text: string): number | null {
  const atMs = Date.parse(text)
  return text.length !== 24 || Number.isNaN(atMs) || formatInstant(atMs) !== text ? null : atMs
}

/** The one way to write an instant. */
export function formatInstant(atMs: number): string {
  return new Date(atMs).toISOString()
}
