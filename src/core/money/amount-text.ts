import { numberFormat } from '../writing/number-format.ts'
import { type Cents, formatCents, parseCents } from './cents.ts'

const dollars = { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' } as const

/**
 * Money as the reader's language writes it: `1.234,50 $` in Vietnamese. `Intl` takes the decimal text as it is, so no
 * cent passes through a float. A movement has its sign, also a plus.
 */
export function amountText(value: Cents, locale: string, signDisplay: 'auto' | 'exceptZero' = 'auto'): string {
  return numberFormat(locale, { ...dollars, signDisplay }).format(formatCents(value) as `${number}`)
}

/**
 * The same as somebody would type it into a field: without the sign of the currency, and whole amounts without cents.
 */
export function typedAmount(value: Cents, locale: string): string {
  const minimumFractionDigits = value % 100n === 0n ? 0 : 2
  return numberFormat(locale, { minimumFractionDigits }).format(formatCents(value) as `${number}`)
}

/**
 * Reads what somebody typed, or null where it is no amount. The app's own writing is taken, and so is a plain number
 * with point or comma before its cents. `1.000` is a thousand where the language groups by points; where it does not,
 * it is refused and not guessed at.
 */
export function readAmount(typed: string, locale: string): Cents | null {
  const text = typed.trim().replace(/^\$\s?|\s?\$$/, '')
  return readGrouped(text, locale) ?? readPlain(text)
}

function readGrouped(text: string, locale: string): Cents | null {
  const parts = numberFormat(locale, { minimumFractionDigits: 2 }).formatToParts(1234.5)
  const [group, decimal] = ['group', 'decimal'].map((type) => parts.find((part) => part.type === type)!.value)
  const [whole = '', cents = '', ...more] = text.split(decimal!)
  // Which of the narrow spaces separates thousands differs between systems; a keyboard has only one of them.
  const groups = whole.split(/\s/.test(group!) ? /\s/ : group!)
  const isGrouped = groups.length > 1 && /^[1-9]\d{0,2}$/.test(groups[0]!)
  if (!isGrouped || more.length > 0 || !groups.slice(1).every((each) => /^\d{3}$/.test(each))) return null
  return /^\d{0,2}$/.test(cents) ? parseCents(`${groups.join('')}.${cents.padEnd(2, '0')}`) : null
}

function readPlain(text: string): Cents | null {
  const parts = /^0*(\d+?)(?:[.,](\d{0,2}))?$/.exec(text)
  return parts && parseCents(`${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}`)
}
