import { type Cents, formatCents } from '#core/money/cents'

/** The one way an amount is drawn: two places, grouped for the reader's language, figures of equal width. */
export function Amount({ value, locale }: { value: Cents; locale: string }) {
  return <span className="tabular-nums">{groupAmount(value, locale)}</span>
}

/** `Intl` takes the decimal text as it is, so no cent passes through a float. */
function groupAmount(value: Cents, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' })
  return format.format(formatCents(value) as `${number}`)
}
