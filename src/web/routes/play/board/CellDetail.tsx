import { type Selection, priceOf } from '#core/games/bets'
import { formatFraction } from '#core/games/chance'
import { Button } from '#ui/Button'
import { Sheet } from '#ui/Sheet'
import { oddsText } from '../../../i18n/odds.ts'
import { marketText, positionText, selectionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { percentText } from './Cell.tsx'

/** The odds, the chance and the return of one selection. */
export function CellDetail({ of, onClose }: { of: Selection; onClose: () => void }) {
  const { t, locale } = useWords()
  const { market, position, key } = of
  const { oddsHundredths, chance, playerReturn } = priceOf(of)
  const figures = [
    [t('orders.odds'), oddsText(oddsHundredths)],
    [t('rules.chance'), `${percentText(chance.win, locale)} (${formatFraction(chance.win)})`],
    ...(chance.push.over > 0n ? [[t('rules.push'), percentText(chance.push, locale)] as const] : []),
    [t('rules.return'), percentText(playerReturn, locale)],
  ]
  return (
    <Sheet title={selectionText(key)} onClose={onClose}>
      <p className="text-quiet">{[positionText(market, position), marketText(market)].filter(Boolean).join(' · ')}</p>
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-2 tabular-nums">
        {figures.map(([label, figure]) => (
          <div key={label} className="contents">
            <dt className="text-quiet">{label}</dt>
            <dd className="text-right font-semibold">{figure}</dd>
          </div>
        ))}
      </dl>
      <Button look="quiet" onClick={onClose}>
        {t('common.done')}
      </Button>
    </Sheet>
  )
}
