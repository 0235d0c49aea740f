import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { type Fraction, formatFraction } from '#core/games/chance'
import type { Market } from '#core/games/market'
import { formatReturn } from '#core/games/odds'
import { priceGroups } from '#core/games/rules'
import { oddsText } from '../../../i18n/odds.ts'
import { marketText, selectionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { type RulesTexts, ruleOf } from './rules-texts.ts'

type Props = { market: Market; says: RulesTexts; isOpen: boolean }

/** One market: how it wins, and its prices. They are counted over all outcomes, so only for whoever opens it. */
export function MarketRules({ market, says, isOpen }: Props) {
  const [isShown, setShown] = useState(isOpen)
  return (
    <li>
      <details className="group" open={isOpen} onToggle={({ currentTarget }) => currentTarget.open && setShown(true)}>
        <summary className="flex min-h-13 cursor-pointer items-center gap-3 px-4 py-3 [&::-webkit-details-marker]:hidden">
          <span className="min-w-0 flex-1">
            <span className="block leading-snug font-semibold">{marketText(market)}</span>
            <span className="block text-sm text-quiet">{ruleOf(says, market.family, market.code)}</span>
          </span>
          <ChevronDown aria-hidden className="size-5 shrink-0 text-quiet transition-transform group-open:rotate-180" />
        </summary>
        {isShown ? <Prices market={market} /> : null}
      </details>
    </li>
  )
}

function Prices({ market }: { market: Market }) {
  const { t, locale } = useWords()
  const groups = priceGroups(market)
  const hasPush = groups.some(({ push }) => push.over > 0n)
  const head = 'px-1 py-1 align-bottom text-xs leading-tight font-medium text-quiet'
  const cell = 'px-1 py-1.5 text-right align-top text-sm whitespace-nowrap tabular-nums'
  return (
    <table className="mx-3 mb-3 w-[calc(100%-24px)] wrap-anywhere">
      <thead>
        <tr className="border-b border-line">
          <th className={`${head} text-left`}>{t('orders.selection')}</th>
          <th className={`${head} text-right`}>{t('orders.odds')}</th>
          <th className={`${head} text-right`}>{t('rules.chance')}</th>
          {hasPush ? <th className={`${head} text-right`}>{t('rules.push')}</th> : null}
          <th className={`${head} text-right`}>{t('rules.return')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ selections, win, push, oddsHundredths, playerReturn }) => (
          <tr key={selections[0]} className="border-b border-line last:border-0">
            <th className="px-1 py-1.5 text-left align-top text-sm leading-snug font-semibold">
              {market.picks ? t('rules.every') : selections.map(selectionText).join(', ')}
            </th>
            <td className={`${cell} font-semibold text-brand`}>{oddsText(oddsHundredths)}</td>
            <td className={cell}>
              {formatFraction(win)}
              <span className="block text-xs text-quiet">{percentText(win, locale)}</span>
            </td>
            {hasPush ? <td className={cell}>{formatFraction(push)}</td> : null}
            <td className={cell}>{percentOf(formatReturn(playerReturn), locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A chance for reading; the fraction beside it is the exact one. */
function percentText({ over, under }: Fraction, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'percent', maximumSignificantDigits: 3 }).format(
    Number(over) / Number(under),
  )
}

/** `Intl` takes the decimal text as it is. */
function percentOf(share: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'percent', minimumFractionDigits: 2 })
  return format.format(share as `${number}`)
}
