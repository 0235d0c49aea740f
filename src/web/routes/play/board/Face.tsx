import { memo } from 'react'
import type { Market } from '#core/games/market'
import { DrawnNumber } from '#ui/DrawResult'
import { selectionText } from '../../../i18n/plays.ts'

/** Sums are numbers that no die or ball shows. */
const isSum = ({ code }: Market) => code === 'sum' || code === 'sum12'

/** A selection as its game draws it: words as words, numbers as dice, balls or plates. */
export const Face = memo(function Face({ market, selection }: { market: Market; selection: string }) {
  if (/^[a-z_]+$/.test(selection))
    return <span className="max-w-full text-base leading-snug font-semibold">{selectionText(selection)}</span>
  if (isSum(market)) return <span className="text-lg leading-snug font-semibold tabular-nums">{selection}</span>
  return (
    <span className="inline-flex items-center gap-0.5">
      {partsOf(market, selection).map((part, at) =>
        part === '*' ? (
          <span
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a selection never move, and two may be alike, so the place is the key
            key={at}
            className="size-5 rounded-[5px] border-2 border-dashed border-current opacity-60"
          />
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- as above: a pair shows one number twice
          <DrawnNumber key={at} family={market.family} number={Number(part)} size={sizeFor(market)} />
        ),
      )}
    </span>
  )
})

/** `11+2` is three dice, `11*` two and any third; `01,05` is two balls. */
function partsOf({ family }: Market, selection: string): readonly string[] {
  return family === 'k3' ? selection.replace('+', '').split('') : selection.split(',')
}

const sizeFor = ({ family, selections }: Market) =>
  family === 'k3' && selections[0]!.length > 1 ? ('small' as const) : ('medium' as const)
