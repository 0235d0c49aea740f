const dayMs = 24 * 3_600_000

/** How long a player may shut themselves out. The first four are time-outs; the rest are self-exclusions. */
export const exclusionSpans = ['day', 'week', 'month', 'six_weeks', 'six_months', 'year', 'five_years'] as const

export type ExclusionSpan = (typeof exclusionSpans)[number]

const spanDays: Readonly<Record<ExclusionSpan, number>> = {
  day: 1,
  week: 7,
  month: 30,
  six_weeks: 42,
  six_months: 183,
  year: 365,
  five_years: 1_826,
}

/** A time-out ends by itself; a self-exclusion goes on until the player asks to return and has slept on it. */
export function exclusionKind(span: ExclusionSpan): 'time_out' | 'self_exclusion' {
  return spanDays[span] <= spanDays.six_weeks ? 'time_out' : 'self_exclusion'
}

export function exclusionMs(span: ExclusionSpan): number {
  return spanDays[span] * dayMs
}

/** Whoever asks to return is let in a day later. */
export const returnWaitMs = dayMs

/** Until when an exclusion of that kind keeps somebody out, as far as it is known; nobody knows when one will ask to return. */
export const openEndMs = 253_370_764_800_000
