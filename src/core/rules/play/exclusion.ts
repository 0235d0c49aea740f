const dayMs = 24 * 3_600_000

/** How long players may exclude themselves from betting and topping up. */
const timeOutSpans = ['day', 'week', 'month', 'six_weeks'] as const
export const exclusionSpans = [...timeOutSpans, 'six_months', 'year', 'five_years'] as const

export type ExclusionSpan = (typeof exclusionSpans)[number]

/** A time-out ends by itself; a self-exclusion goes on until the player asks to return and has slept on it. */
export const exclusionKinds = ['time_out', 'self_exclusion'] as const

export type ExclusionKind = (typeof exclusionKinds)[number]

/** No half year and no year is shorter than these, wherever it begins. */
const spanDays: Readonly<Record<ExclusionSpan, number>> = {
  day: 1,
  week: 7,
  month: 30,
  six_weeks: 42,
  six_months: 184,
  year: 366,
  five_years: 1_827,
}

export function exclusionKind(span: ExclusionSpan): ExclusionKind {
  return timeOutSpans.some((each) => each === span) ? 'time_out' : 'self_exclusion'
}

export function exclusionMs(span: ExclusionSpan): number {
  return spanDays[span] * dayMs
}

/** A player who asks to return may play again a day later. */
export const returnWaitMs = dayMs

/** An exclusion as it was begun, and when its end was asked for. */
type Begun = { readonly kind: ExclusionKind; readonly untilMs: number; readonly returnAskedAtMs: number | null }

/** The exclusion in force for a player. */
type Standing = {
  readonly kind: ExclusionKind
  /** Nothing ends it before. */
  readonly untilMs: number
  /** When playing is open again; null while that waits for the player to ask. */
  readonly opensAtMs: number | null
  readonly canAskToReturn: boolean
}

/**
 * The exclusion in force, from all that the player ever began; null where there is none. The one that lasts longest
 * counts.
 */
export function exclusionStanding(begun: readonly Begun[], nowMs: number): Standing | null {
  const inForce = begun.filter((each) => (opensAt(each) ?? Infinity) > nowMs)
  if (inForce.length === 0) return null
  const untilMs = Math.max(...inForce.map((each) => each.untilMs))
  const opens = inForce.map(opensAt)
  const opensAtMs = opens.includes(null) ? null : Math.max(...opens.map(Number))
  return {
    kind: inForce.some(({ kind }) => kind === 'self_exclusion') ? 'self_exclusion' : 'time_out',
    untilMs,
    opensAtMs,
    canAskToReturn: opensAtMs === null && untilMs <= nowMs,
  }
}

function opensAt({ kind, untilMs, returnAskedAtMs }: Begun): number | null {
  if (kind === 'time_out') return untilMs
  return returnAskedAtMs === null ? null : returnAskedAtMs + returnWaitMs
}

/** Stands for an end that nobody knows yet: the year 9999. */
export const openEndMs = 253_370_764_800_000
