import { memo } from 'react'
import { choose } from '#core/games/bets'
import type { Market } from '#core/games/market'
import { pricesOf } from '#core/games/odds'
import { DrawnNumber } from '#ui/DrawResult'
import { oddsText } from '../../../i18n/odds.ts'
import { marketText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { type Change, type Choice, poolOf, rowsOf } from '../slip/choice.ts'
import { cellLook, percentText } from './Cell.tsx'

type Props = { market: Market; choice: Choice; hasChances: boolean; onChange: (change: Change) => void }

/** Numbers chosen together: one row in free order, or one for each place. All of its lines have the same price. */
export function PickRows({ market, choice, hasChances, onChange }: Props) {
  const { t, locale } = useWords()
  const { size, order } = market.picks!
  const rows = rowsOf(choice, market)
  const price = pricesOf(market).get(market.selections[0]!)!
  const odds = oddsText(price.oddsHundredths)
  const chances = `${percentText(price.chance.win, locale)} · ${percentText(price.playerReturn, locale)}`
  const lines = order === 'ascending' ? choose(rows[0]!.length, size) : 0
  return (
    <>
      <p className="flex min-h-6 flex-wrap justify-between gap-x-3 text-sm text-quiet">
        <span>
          {t(order === 'drawn' ? 'play.pickEach' : 'play.pickAtLeast', { size })}
          {lines > 1 ? ` · ${t('play.lines', { count: lines })}` : ''}
        </span>
        <span className="font-bold text-brand tabular-nums">
          × {odds}
          {hasChances ? <span className="pl-2 font-normal text-quiet">{chances}</span> : null}
        </span>
      </p>
      {rows.map((labels, row) => (
        // oxlint-disable-next-line react/no-array-index-key -- each row stands for a place of the draw, and places never move
        <fieldset key={row}>
          <legend className={order === 'drawn' ? 'pb-1 text-sm text-quiet' : 'sr-only'}>
            {order === 'drawn' ? t('position.ball', { position: row + 1 }) : marketText(market)}
          </legend>
          <div className="grid grid-cols-[repeat(auto-fit,minmax(3.1rem,1fr))] gap-1.5">
            {poolOf(market).map((label) => (
              <PickCell
                key={label}
                market={market}
                row={row}
                label={label}
                odds={odds}
                isPicked={labels.includes(label)}
                onChange={onChange}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  )
}

type PickProps = Pick<Props, 'market' | 'onChange'> & { row: number; label: string; odds: string; isPicked: boolean }

/** Drawn anew only when it is picked or given up. */
const PickCell = memo(function PickCell({ market, row, label, odds, isPicked, onChange }: PickProps) {
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      aria-label={`${label} ${odds}`}
      className={cellLook}
      onClick={() => onChange({ do: 'pick', market, row, label })}
    >
      <DrawnNumber family={market.family} number={Number(label)} />
    </button>
  )
})
