import { memo } from 'react'
import { priceOf } from '#core/games/bets'
import type { Fraction } from '#core/games/chance'
import type { Market } from '#core/games/market'
import { numberFormat } from '#core/writing/number-format'
import { oddsText } from '../../../i18n/odds.ts'
import { selectionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import type { Change } from '../slip/choice.ts'
import { Face } from './Face.tsx'

type Props = {
  market: Market
  position: number | null
  selection: string
  isChosen: boolean
  hasChances: boolean
  onChange: (change: Change) => void
}

export const cellLook =
  'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-[10px] border border-line bg-surface px-1 py-1.5 text-center aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-brand-text'

/** One selection with its odds. Rendered again only when it is chosen or dropped. */
export const Cell = memo(function Cell({ market, position, selection, isChosen, hasChances, onChange }: Props) {
  const { locale } = useWords()
  const price = priceOf({ market, position, key: selection, lines: 1 })
  const odds = oddsText(price.oddsHundredths)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${selectionText(selection)} ${odds}`}
      className={`group ${cellLook}`}
      onClick={() => onChange({ do: 'toggle', market, position, selection })}
    >
      <Face market={market} selection={selection} />
      <span className="text-sm leading-snug text-quiet tabular-nums group-aria-pressed:text-brand-text">{odds}</span>
      {hasChances ? (
        <span className="text-xs leading-snug text-quiet tabular-nums group-aria-pressed:text-brand-text">
          {percentText(price.chance.win, locale)} · {percentText(price.playerReturn, locale)}
        </span>
      ) : null}
    </button>
  )
})

/** For reading only; nothing is computed from it. */
export function percentText({ over, under }: Fraction, locale: string): string {
  const share = Number((over * 1_000_000n) / under) / 1_000_000
  return numberFormat(locale, { style: 'percent', maximumSignificantDigits: 3 }).format(share)
}
