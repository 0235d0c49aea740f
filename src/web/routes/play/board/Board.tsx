import { memo, useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { Selection } from '#core/games/bets'
import type { Result } from '#core/games/draw-shape'
import { positionsOf } from '#core/games/market'
import { marketText, positionText } from '../../../i18n/plays.ts'
import { useWords } from '../../../i18n/words.ts'
import type { Change, Choice } from '../slip/choice.ts'
import { BoardRow, headingOf } from './BoardRow.tsx'
import { CellDetail } from './CellDetail.tsx'
import { Chips } from './Chips.tsx'
import { useHold } from './hold.ts'
import type { Row, Tab } from './tabs.ts'

/** What of the board is shown: a tab, and in some of them one position or one market at a time. */
export function useShownTab(tabs: readonly Tab[]) {
  const [label, setLabel] = useState(tabs[0]!.label)
  const [inner, setInner] = useState<Readonly<Record<string, number>>>({})
  const tab = tabs.find((each) => each.label === label)!
  const at = inner[label] ?? 0
  const chosen = useMemo(() => pageOf(tab, at), [tab, at])
  // A hundred new cells take a small phone longer than a tap may; the tab itself answers at once.
  const page = useDeferredValue(chosen)
  const show = useCallback((next: number) => setInner((so) => ({ ...so, [label]: next })), [label])
  const showTab = useCallback((next: number) => setLabel(tabs[next]!.label), [tabs])
  return { tab, at, page, isBusy: page !== chosen, showTab, show }
}

/** The rows of markets that are shown at once, and the one position of them, or null for all they have. */
export type Page = { readonly tab: Tab; readonly rows: readonly Row[]; readonly position: number | null }

const pageOf = (tab: Tab, at: number): Page => ({
  tab,
  rows: tab.by === 'market' ? [[tab.markets[at]!]] : tab.rows,
  position: tab.by === 'position' ? tab.markets[0]!.positions[at]! : null,
})

type Props = {
  tabs: readonly Tab[]
  shown: ReturnType<typeof useShownTab>
  choice: Choice
  /** What of the choice is complete. */
  selections: readonly Selection[]
  hasChances: boolean
  /** The latest results, where somebody wants to see them under each cell. */
  results: readonly Result[] | null
  onChange: (change: Change) => void
}

/** The markets of a game, a tab at a time. What was chosen on one tab stays chosen on the others. */
export function Board({ tabs, shown, choice, selections, hasChances, results, onChange }: Props) {
  // Another language has other headings.
  useWords()
  const { tab, position, rows } = shown.page
  const [held, setHeld] = useState<Selection | null>(null)
  const hold = useHold(setHeld)
  return (
    <>
      <Tabs
        tabs={tabs}
        tab={shown.tab}
        at={shown.at}
        selections={selections}
        showTab={shown.showTab}
        show={shown.show}
      />
      <div data-board aria-busy={shown.isBusy} className="flex flex-col gap-2" {...hold}>
        {rows.flatMap((row) =>
          (position === null ? positionsOf(row[0]!) : [position]).map((each, at) => (
            <BoardRow
              // Another position of a market looks the same but for what is chosen, so it takes over the cells of the
              // one before.
              key={`${row[0]!.code} ${at}`}
              row={row}
              heading={headingOf(tab, row, each)}
              position={each}
              choice={choice}
              hasChances={hasChances}
              results={results}
              onChange={onChange}
            />
          )),
        )}
      </div>
      {held ? <CellDetail of={held} onClose={() => setHeld(null)} /> : null}
    </>
  )
}

type TabsProps = Pick<Props, 'tabs' | 'selections'> & Omit<Props['shown'], 'page' | 'isBusy'>

/** Which of the markets are shown. A tap on a cell does not wait for the counts here. */
const Tabs = memo(function Tabs({ tabs, tab, at, selections, showTab, show }: TabsProps) {
  const { t } = useWords()
  const counts = countsOf(tab, selections)
  return (
    <>
      <Chips
        label={t('play.markets')}
        items={tabs.map((each) => ({ text: t(each.label), count: sum(countsOf(each, selections)) }))}
        value={tabs.indexOf(tab)}
        onChange={showTab}
      />
      {tab.by ? (
        <Chips
          label={t(tab.label)}
          isInner
          items={innerNames(tab).map((name, each) => ({ ...name, count: counts[each] ?? 0 }))}
          value={at}
          onChange={show}
        />
      ) : null}
    </>
  )
})

/**
 * What is shown one at a time. Places, balls and how many to pick are figures; the sections below them say the rest.
 */
function innerNames({ by, markets }: Tab): readonly { readonly text: string; readonly name?: string }[] {
  const [first] = markets
  if (by === 'market')
    return markets.map((market) =>
      market.code.startsWith('pick')
        ? { text: String(market.picks!.size), name: marketText(market) }
        : { text: marketText(market) },
    )
  const isCounted = first!.positionKind === 'place' || first!.positionKind === 'ball'
  return first!.positions.map((position) => {
    const name = positionText(first!, position)
    return isCounted ? { text: String(position), name } : { text: name }
  })
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** How many bets are chosen at each place of a tab, so that none is forgotten behind another. */
function countsOf({ by, markets }: Tab, selections: readonly Selection[]): readonly number[] {
  const mine = selections.filter(({ market }) => markets.includes(market))
  if (by === 'position')
    return markets[0]!.positions.map((each) => mine.filter(({ position }) => position === each).length)
  if (by === 'market') return markets.map((each) => mine.filter(({ market }) => market === each).length)
  return [mine.length]
}
