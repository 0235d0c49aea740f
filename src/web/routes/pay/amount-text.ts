import { type Cents, parseCents } from '#core/money/cents'

/**
 * What somebody typed as an amount, in the form that calls take; `?` where it is none, which no call takes. Point and comma both
 * separate cents. Neither separates thousands, so `1.000` is refused, not guessed at.
 */
export function wireAmount(typed: string): string {
  const parts = /^0*(\d+?)(?:[.,](\d{0,2}))?$/.exec(typed.trim())
  if (typed.trim() === '') return ''
  return parts ? `${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}` : '?'
}

export function readAmount(typed: string): Cents | null {
  return parseCents(wireAmount(typed))
}
