import { memo } from 'react'
import { priceOf } from '#core/games/bets'
import type { Fraction } from '#core/games/chance'
import { type Market, playCode } from '#core/games/market'
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
  /** Whether it won, draw by draw, where somebody wants to see it. */
  past: string | undefined
  onChange: (change: Change) => void
}

export const cellLook =
  'flex min-h-13 min-w-0 flex-col items-center justify-center rounded-[12px] border border-line bg-surface px-1 py-1 text-center select-none [-webkit-touch-callout:none] active:border-brand aria-pressed:border-brand aria-pressed:bg-brand aria-pressed:text-brand-text'

/** One selection with its odds. Rendered again only when it is chosen or dropped. */
export const Cell = memo(function Cell(props: Props) {
  const { market, position, selection, isChosen, hasChances, past, onChange } = props
  const { t, locale } = useWords()
  const price = priceOf({ market, position, key: selection, lines: 1 })
  const odds = oddsText(price.oddsHundredths)
  const [chance, back] = [percentText(price.chance.win, locale), percentText(price.playerReturn, locale)]
  const said = hasChances ? `, ${t('rules.chance')} ${chance}, ${t('rules.return')} ${back}` : ''
  return (
    <button
      type="button"
      data-play={playCode(market, position)}
      data-selection={selection}
      aria-pressed={isChosen}
      aria-label={`${selectionText(selection)} ${odds}${said}`}
      className={`group ${cellLook}`}
      onClick={() => onChange({ do: 'toggle', market, position, selection })}
    >
      <Face market={market} selection={selection} />
      <span className="text-sm leading-snug font-bold text-brand tabular-nums group-aria-pressed:text-brand-text">
        {odds}
      </span>
      {hasChances ? (
        <span className="text-xs leading-snug text-quiet tabular-nums group-aria-pressed:text-brand-text">
          {chance} · {back}
        </span>
      ) : null}
      {past === undefined ? null : <Marks past={past} />}
    </button>
  )
})

/** A mark for each draw that it won among the latest, on a line as long as all of them. */
function Marks({ past }: { past: string }) {
  const wins = past.split('').flatMap((each, at) => (each === '1' ? [at] : []))
  return (
    <svg viewBox={`0 0 ${past.length} 8`} preserveAspectRatio="none" aria-hidden className="mt-0.5 h-2 w-full">
      <path
        d={`M0 7.5H${past.length}`}
        className="stroke-line group-aria-pressed:stroke-brand-text"
        strokeWidth="1"
        strokeOpacity=".8"
      />
      <path
        d={wins.map((at) => `M${at + 0.5} 0V7.5`).join('')}
        className="stroke-quiet group-aria-pressed:stroke-brand-text"
        strokeWidth=".7"
      />
    </svg>
  )
}

/** For reading only; nothing is computed from it. */
export function percentText({ over, under }: Fraction, locale: string): string {
  const share = Number((over * 1_000_000n) / under) / 1_000_000
  return numberFormat(locale, { style: 'percent', maximumSignificantDigits: 3 }).format(share)
}
