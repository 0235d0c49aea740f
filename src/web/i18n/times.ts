const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
]

/** How long ago something was, in the largest unit that fits. */
export function agoText(passedMs: number, locale: string): string {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const [unit, length] of units) if (passedMs >= length) return format.format(-Math.floor(passedMs / length), unit)
  return format.format(0, 'second')
}
