import { amountText } from '#core/money/amount-text'
import type { Cents } from '#core/money/cents'

/** The one way an amount is drawn: as the reader's language writes it, in figures of equal width. */
export function Amount({ value, locale, isMovement = false }: { value: Cents; locale: string; isMovement?: boolean }) {
  return (
    <span className="whitespace-nowrap tabular-nums">
      {amountText(value, locale, isMovement ? 'exceptZero' : 'auto')}
    </span>
  )
}
