import type { ExclusionKind, ExclusionSpan } from '#core/rules/play/exclusion'
import type { Key } from '../../i18n/words.ts'

/** What each kind is called, and how it ends. */
export const kindTexts = {
  time_out: { name: 'protection.timeOut', end: 'protection.timeOutEnd' },
  self_exclusion: { name: 'protection.selfExclusion', end: 'protection.selfExclusionEnd' },
} as const satisfies Record<ExclusionKind, { name: Key; end: Key }>

const spans = {
  day: [24, 'hour'],
  week: [1, 'week'],
  month: [30, 'day'],
  six_weeks: [6, 'week'],
  six_months: [6, 'month'],
  year: [1, 'year'],
  five_years: [5, 'year'],
} as const satisfies Record<ExclusionSpan, readonly [number, string]>

const unitText = (value: number, unit: string, locale: string) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** How long an exclusion lasts, as the reader's language says it. */
export function spanText(span: ExclusionSpan, locale: string): string {
  const [value, unit] = spans[span]
  return unitText(value, unit, locale)
}

export const minutesText = (minutes: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit: 'minute', unitDisplay: 'short' }).format(minutes)

/** A time played: hours only where there are any. */
export function playedText(ms: number, locale: string): string {
  const minutes = Math.floor(ms / 60_000)
  const hours = Math.floor(minutes / 60)
  const rest = unitText(minutes % 60, 'minute', locale)
  return hours === 0 ? rest : `${unitText(hours, 'hour', locale)} ${rest}`
}
