/** What is left, as hours, minutes and seconds with the units of the reader's language. */
export function countdownText(leftMs: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(leftMs / 1_000))
  const part = (value: number, unit: 'hour' | 'minute' | 'second') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'narrow' }).format(value)
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  const parts = [part(minutes, 'minute'), part(seconds % 60, 'second')]
  return (hours > 0 ? [part(hours, 'hour'), ...parts] : parts).join(' ')
}
