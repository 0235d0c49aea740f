import { readAmount, typedAmount } from '#core/money/amount-text'
import { type Cents, formatCents } from '#core/money/cents'
import { numberFormat } from '#core/writing/number-format'
import { language } from '../../i18n/index.ts'

/** The amount that a field holds, typed as the language in use writes it; null where it is none. */
export function readField(typed: string): Cents | null {
  return readAmount(typed, language.get().locale)
}

/** The same in the form that calls take: empty where nothing was typed, `?` where it is no amount. */
export function wireAmount(typed: string): string {
  const amount = readField(typed)
  return amount === null ? typed.trim() && '?' : formatCents(amount)
}

/** An amount as a field shows it, in the language in use. */
export function fieldText(amount: Cents): string {
  return typedAmount(amount, language.get().locale)
}

/** What an empty field for an amount shows. */
export function amountExample(): string {
  return numberFormat(language.get().locale, { minimumFractionDigits: 2 }).format(0)
}
