import { X } from 'lucide-react'
import { memo, useCallback } from 'react'
import type { Bet, Selection } from '#core/games/bets'
import { Amount } from '#ui/Amount'
import { oddsText } from '../../../../i18n/odds.ts'
import { marketText, positionText, selectionText } from '../../../../i18n/plays.ts'
import { useWords } from '../../../../i18n/words.ts'
import { useSwipe } from './swipe.ts'

type Drop = (bet: Selection) => void

/** The bets of a slip. Each can be swiped away, or removed by its button. */
export function Lines({ bets, onDrop }: { bets: readonly Bet[]; onDrop: Drop | null }) {
  return (
    <ul className="-mx-4 max-h-[30dvh] shrink-0 divide-y divide-line overflow-x-hidden overflow-y-auto border-y border-line">
      {bets.map((bet) => (
        <Line key={`${bet.market.code} ${bet.position} ${bet.key}`} bet={bet} onDrop={onDrop} />
      ))}
    </ul>
  )
}

const Line = memo(
  function Line({ bet, onDrop }: { bet: Bet; onDrop: Drop | null }) {
    const { t, locale } = useWords()
    const what = selectionText(bet.key)
    const drop = useCallback(() => onDrop?.(bet), [onDrop, bet])
    const swipe = useSwipe(onDrop && drop)
    return (
      <li className="overflow-hidden bg-danger-soft">
        <div className="flex touch-pan-y items-center gap-2 bg-raised px-4 py-1" {...swipe}>
          <div className="min-w-0 flex-1">
            <p className="leading-snug font-semibold">{what}</p>
            <p className="text-sm leading-snug text-quiet">
              {[marketText(bet.market), positionText(bet.market, bet.position)].filter(Boolean).join(' · ')}
            </p>
          </div>
          <p className="text-right text-sm leading-snug whitespace-nowrap tabular-nums">
            <strong className="text-brand">× {oddsText(bet.oddsHundredths)}</strong>
            <br />
            <span className="text-quiet">
              {bet.lines > 1 ? `${bet.lines} × ` : ''}
              <Amount value={bet.stakePerLine} locale={locale} />
            </span>
          </p>
          <button
            type="button"
            disabled={!onDrop}
            aria-label={`${t('common.remove')} ${what}`}
            className="-mr-3 flex size-11 shrink-0 items-center justify-center text-quiet disabled:opacity-60"
            onClick={drop}
          >
            <X aria-hidden className="size-5" />
          </button>
        </div>
      </li>
    )
  },
  // Bets are made anew with every change of the slip; most of them say the same.
  (before, now) =>
    before.onDrop === now.onDrop &&
    before.bet.key === now.bet.key &&
    before.bet.stakePerLine === now.bet.stakePerLine &&
    before.bet.oddsHundredths === now.bet.oddsHundredths,
)
