const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** When customer service is there, every day, in minutes after midnight UTC; the end may lie on the next day. */
export type OfficeHours = { readonly opensMinute: number; readonly closesMinute: number }

/** Round the clock as long as both are the same. */
export const officeSettings = {
  support_opens: { unit: 'time', byDefault: 0n, least: 0n, most: 1_439n },
  support_closes: { unit: 'time', byDefault: 0n, least: 0n, most: 1_439n },
} as const

/** The hours that these settings make; null for hours without an end. */
export function officeHours(of: (name: keyof typeof officeSettings) => bigint): OfficeHours | null {
  const [opensMinute, closesMinute] = [Number(of('support_opens')), Number(of('support_closes'))]
  return opensMinute === closesMinute ? null : { opensMinute, closesMinute }
}

/** Whether the office is open at an instant and when that changes; null hours are hours without an end. */
export function officeAt(hours: OfficeHours | null, nowMs: number): { isOpen: boolean; changesAtMs: number | null } {
  if (!hours) return { isOpen: true, changesAtMs: null }
  const until = (minute: number) => {
    const passedMs = nowMs % dayMs
    const restMs = minute * minuteMs - passedMs
    return restMs > 0 ? restMs : restMs + dayMs
  }
  const [opensInMs, closesInMs] = [until(hours.opensMinute), until(hours.closesMinute)]
  // If closing comes next the office is open; if opening comes next it is closed.
  const isOpen = closesInMs < opensInMs
  return { isOpen, changesAtMs: nowMs + (isOpen ? closesInMs : opensInMs) }
}
