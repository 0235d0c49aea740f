import { type Cents, formatCents } from '#core/money/cents'
import { numberFormat } from './number-format.ts'

/** The one way an amount is drawn: two places, grouped for the reader's language, figures of equal width. */
export function Amount({ value, locale, isMovement = false }: { value: Cents; locale: string; isMovement?: boolean }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {groupAmount(value, locale, isMovement ? 'exceptZero' : 'auto')}
    </span>
  )
}

/** The same inside a sentence. */
export const amountText = (value: Cents, locale: string): string => groupAmount(value, locale, 'auto')

/** `Intl` takes the decimal text as it is, so no cent passes through a float. A movement has its sign, also a plus. */
function groupAmount(value: Cents, locale: string, signDisplay: 'auto' | 'exceptZero'): string {
  const money = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const
  const format = numberFormat(locale, { ...money, signDisplay })
  return format.format(formatCents(value) as `${number}`)
}
