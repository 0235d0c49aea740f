import { readAmount as readIn, typedAmount as typedIn } from '#core/money/amount-text'
import { type Cents, formatCents } from '#core/money/cents'
import { numberFormat } from '#core/writing/number-format'
import { language } from '../../i18n/index.ts'

/** What somebody typed as an amount in the language in use; null where it is none. */
export function readAmount(typed: string): Cents | null {
  return readIn(typed, language.get().locale)
}

/** The same in the form that calls take: empty where nothing was typed, `?` where it is no amount. */
export function wireAmount(typed: string): string {
  const amount = readAmount(typed)
  return amount === null ? typed.trim() && '?' : formatCents(amount)
}

/** An amount as somebody would type it here, to be put into a field. */
export function typedAmount(amount: Cents): string {
  return typedIn(amount, language.get().locale)
}

/** What an empty field for an amount shows. */
export function amountExample(): string {
  return numberFormat(language.get().locale, { minimumFractionDigits: 2 }).format(0)
}
