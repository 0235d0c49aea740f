const made = new Map<string, Intl.NumberFormat>()

/**
 * A format for numbers, made once: making one takes a small phone a millisecond, and a screen writes dozens of numbers.
 */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const name = locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.NumberFormat(locale, options)
  made.set(name, format)
  return format
}
