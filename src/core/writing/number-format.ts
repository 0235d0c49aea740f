const made = new Map<string, Intl.NumberFormat>()

/**
 * A format for numbers, made once: the first one takes a small phone a tenth of a second, the others a millisecond, and a screen writes
 * dozens of numbers.
 */
export function numberFormat(locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat {
  const name = locale + JSON.stringify(options)
  const format = made.get(name) ?? new Intl.NumberFormat(locale, options)
  made.set(name, format)
  return format
}

/** A number as the language writes it. Whole numbers below a thousand are written alike in all of ours, without a format. */
export function writeNumber(locale: string, value: number): string {
  return Number.isInteger(value) && value >= 0 && value < 1_000 ? String(value) : numberFormat(locale).format(value)
}
