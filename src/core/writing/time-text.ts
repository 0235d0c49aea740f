const made = new Map<string, Intl.DateTimeFormat>()

/** A format for instants, made once. Without a zone it is the reader's own. */
function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const name = locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.DateTimeFormat(locale, options)
  made.set(name, format)
  return format
}

/** Day, hour and minute as the reader's language writes them, by the reader's own clock. */
export function timeText(ms: number, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(ms)
}

/** The same for readers whose clock nobody knows, as in mails: in a zone that everybody can place, which is named. */
export function utcText(ms: number, locale: string): string {
  return `${dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(ms)} UTC`
}

/** With seconds, for what belongs to a draw: draws are minutes apart, and bets are placed in their last seconds. */
export function exactTimeText(ms: number, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' }).format(ms)
}

export function dayText(ms: number, locale: string): string {
  return dateFormat(locale, { dateStyle: 'medium' }).format(ms)
}

/** The time of day alone, with seconds, below a heading that names the day. */
export function clockText(ms: number, locale: string): string {
  return dateFormat(locale, { timeStyle: 'medium' }).format(ms)
}

/** Hour and minute of an instant within half a day; the day as well where it is further away. */
export function nearTimeText(ms: number, nowMs: number, locale: string): string {
  const isNear = Math.abs(ms - nowMs) < 12 * 3_600_000
  return dateFormat(locale, { ...(!isNear && { dateStyle: 'medium' }), timeStyle: 'short' }).format(ms)
}

/** A day with its weekday, as the heading of what happened on it. */
export function weekdayText(ms: number, locale: string): string {
  return dateFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }).format(ms)
}
