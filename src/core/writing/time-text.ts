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
