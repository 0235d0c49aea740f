import { memo, useId } from 'react'
import type { Market } from '#core/games/market'
import { marketText, positionText } from '../../../i18n/plays.ts'
import { type Change, type Choice, cellKey } from '../slip/choice.ts'
import { Cell } from './Cell.tsx'
import { PickRows } from './PickRows.tsx'

type Props = {
  market: Market
  position: number | null
  choice: Choice
  hasChances: boolean
  onChange: (change: Change) => void
}

/** A market at a position: what it is called and everything that can be chosen in it. */
export const Section = memo(function Section({ market, position, choice, hasChances, onChange }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1.5">
      <h2 id={id} className="text-sm font-medium text-quiet">
        {[positionText(market, position), marketText(market)].filter(Boolean).join(' · ')}
      </h2>
      {market.picks ? (
        <PickRows market={market} choice={choice} hasChances={hasChances} onChange={onChange} />
      ) : (
        <div className={`grid gap-1.5 ${columns(market)}`}>
          {market.selections.map((selection) => (
            <Cell
              key={selection}
              market={market}
              position={position}
              selection={selection}
              isChosen={choice.cells.has(cellKey(market, position, selection))}
              hasChances={hasChances}
              onChange={onChange}
            />
          ))}
        </div>
      )}
    </section>
  )
})

/** Words need room, numbers do not. */
function columns({ selections }: Market): string {
  const [first] = selections
  if (/^[a-z_]+$/.test(first!)) return 'grid-cols-2'
  if (first!.length > 2) return 'grid-cols-3'
  return selections.length === 6 ? 'grid-cols-3' : 'grid-cols-5 max-[340px]:grid-cols-4'
}
