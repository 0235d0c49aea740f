import { formatOdds } from '#core/games/odds'
import { numberFormat } from '#core/writing/number-format'
import { language } from './index.ts'

/** Odds as the reader's language writes them: `1,96` in Vietnamese. */
export function oddsText(hundredths: number): string {
  const format = numberFormat(language.get().locale, { minimumFractionDigits: 2 })
  return format.format(formatOdds(hundredths) as `${number}`)
}
