import { memo, useId, useMemo } from 'react'
import type { Result } from '#core/games/draw-shape'
import type { Market } from '#core/games/market'
import { marketText, positionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import { type Change, type Choice, cellKey } from '../slip/choice.ts'
import { Cell } from './Cell.tsx'
import { PickRows } from './PickRows.tsx'
import { cellLayout, isWord } from './layout.ts'
import { pastWins } from './past-wins.ts'

type Props = {
  market: Market
  position: number | null
  /** What stands above the cells; empty where they speak for themselves. Listeners are told all in any case. */
  heading: string
  choice: Choice
  hasChances: boolean
  /** The latest results, where somebody wants to see them under each cell. */
  results: readonly Result[] | null
  onChange: (change: Change) => void
  className?: string
}

/** A market at a position: what it is called and everything that can be chosen in it. */
export const Section = memo(function Section(props: Props) {
  const { market, position, heading, choice, hasChances, onChange, className = '' } = props
  const id = useId()
  // Another language has other names.
  useWords()
  const whole = [positionText(market, position), marketText(market)].filter(Boolean).join(' · ')
  return (
    <section aria-labelledby={id} className={`relative flex flex-col gap-1 ${className}`}>
      <h2 id={id} aria-label={whole} className={heading ? 'text-sm font-medium text-quiet' : 'sr-only'}>
        {heading || whole}
      </h2>
      {market.picks ? (
        <PickRows market={market} choice={choice} hasChances={hasChances} onChange={onChange} />
      ) : (
        <Cells {...props} />
      )}
    </section>
  )
})

/** Four words are two pairs, which part where a row has no room for four. */
function Cells(props: Props) {
  const { selections } = props.market
  const halves =
    selections.length === 4 && isWord(selections[0]!) ? [selections.slice(0, 2), selections.slice(2)] : null
  if (!halves) return <Grid {...props} selections={selections} />
  return (
    <div className="flex flex-wrap gap-1.5 *:grow *:basis-[45%]">
      {halves.map((half) => (
        <Grid key={half[0]} {...props} selections={half} />
      ))}
    </div>
  )
}

function Grid(props: Props & { selections: readonly string[] }) {
  const { market, position, choice, hasChances, results, onChange, selections } = props
  const past = useMemo(() => results && pastWins(results, market, position), [results, market, position])
  return (
    <div className={`grid gap-1.5 ${cellLayout({ selections })}`}>
      {selections.map((selection) => (
        <Cell
          key={selection}
          market={market}
          position={position}
          selection={selection}
          isChosen={choice.cells.has(cellKey(market, position, selection))}
          hasChances={hasChances}
          past={past?.get(selection)}
          onChange={onChange}
        />
      ))}
    </div>
  )
}
