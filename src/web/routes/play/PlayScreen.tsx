import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react'
import type { Family, GameCode } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { zeroCents } from '#core/money/cents'
import { bookOf } from '#core/rules/exposure'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'
import { currentDrawsQuery } from '../../queries/draws.ts'
import { PendingPage } from '../../shell/PendingPage.tsx'
import { familyOfGame, gameAt } from '../../shell/draws/game-pages.ts'
import { usePlace } from '../../shell/navigation.ts'
import { ExclusionNotice } from '../../shell/protection/ExclusionNotice.tsx'
import { Notice } from '../pay/Notice.tsx'
import { Board, type Page, useShownTab } from './board/Board.tsx'
import { Head } from './board/Head.tsx'
import { BoardNotes, Ways } from './board/Ways.tsx'
import { useRecentResults } from './board/past-wins.ts'
import { tabsOf } from './board/tabs.ts'
import { MyBets } from './mine/MyBets.tsx'
import { SlipBar } from './slip/SlipBar.tsx'
import { type Change, type Choice, betsOf, changed, nothing, quickPick, selectionsOf } from './slip/choice.ts'
import { lightUp } from './slip/light-up.ts'

/** A game: what it drew, what can be bet on it, and the slip. */
export function PlayScreen() {
  const { refusal } = useWords()
  const { path, search } = usePlace()
  const game = gameAt(path, search)
  const family = familyOfGame(game)
  const asked = useQuery(currentDrawsQuery)
  const { data: me } = useQuery(meQuery)
  const [choice, change] = useReducer(changed, nothing)
  // A tap marks the cell at once; the slip's figures may follow later.
  const slip = useDeferredValue(choice)
  const selections = useMemo(() => selectionsOf(slip), [slip])
  const tabs = useMemo(() => tabsOf(family), [family])
  const shown = useShownTab(tabs)
  const { rolled, roll } = useRoll(shown.page, change)
  const [hasChances, setChances] = useState(false)
  const [hasPast, setPast] = useState(false)
  const results = useRecentResults(game, hasPast)
  usePricesReady(family)
  // The head has a result at once, or it would not be news any more. A new period reaches every other part of the page, which follow in
  // pieces, so that neither a tap nor a scene waits for all of them.
  const data = useDeferredValue(asked.data)
  const [newest, draws] = [asked.data, data].map((each) => each?.items.find((item) => item.game === game))
  if (!newest || !draws) return <PendingPage for={asked} />
  const { stop } = data!
  const { gameStop } = draws
  return (
    <div
      data-wide
      className="flex flex-1 flex-col wide:grid wide:grid-cols-[minmax(0,1fr)_22rem] wide:content-start wide:items-start wide:gap-4 wide:p-4"
    >
      <main className="flex flex-1 flex-col gap-2.5 px-4 pt-3 pb-4 short:gap-1.5 short:py-2 low:grid low:grid-cols-2 wide:contents">
        <div className="contents low:flex low:flex-col low:gap-2 wide:col-start-2 wide:row-start-1 wide:flex wide:flex-col wide:gap-3">
          <Head draws={newest} />
          <MyBets game={game} />
          {stop ? <Notice tone="warning">{refusal('betting_stopped', { stop })}</Notice> : null}
          {me?.exclusion ? <ExclusionNotice exclusion={me.exclusion} /> : null}
          {gameStop ? <Notice tone="warning">{refusal('game_stopped', { why: gameStop.why })}</Notice> : null}
          <Ways {...{ game, hasChances, hasPast }} onChances={setChances} onPast={setPast} />
        </div>
        <div className="flex min-w-0 flex-col gap-2.5 short:gap-1.5 wide:col-start-1 wide:row-span-3 wide:row-start-1">
          <BoardNotes game={game} hasChances={hasChances} draws={results?.length ?? null} />
          <Board {...{ tabs, shown, choice, selections, hasChances, results }} onChange={change} />
          <About game={game} isHouseBeacon={data!.beacon === 'house-beacon'} />
        </div>
      </main>
      <SlipBar
        {...{ game, selections }}
        period={draws.period}
        isStopped={stop !== null || gameStop !== null || !!me?.exclusion}
        onChange={change}
        onRoll={roll}
        isRolled={rolled !== null && slip === rolled}
      />
    </div>
  )
}

/** Quick picks from the part of the board that is shown. */
function useRoll({ rows, position }: Page, onChange: (change: Change) => void) {
  const [rolled, setRolled] = useState<Choice | null>(null)
  const roll = useCallback(() => {
    const picked = quickPick(rows.flat(), position)
    setRolled(picked)
    onChange({ do: 'replace', choice: picked })
  }, [rows, position, onChange])
  useEffect(() => {
    if (rolled) lightUp()
  }, [rolled])
  return { rolled, roll }
}

/** What somebody should know who takes these draws for others of that name, or for drawn by nobody. */
function About({ game, isHouseBeacon }: { game: GameCode; isHouseBeacon: boolean }) {
  const { t } = useWords()
  return (
    <p className="text-sm text-quiet">
      {game.startsWith('lucky') ? `${t('play.ownDraws')} ` : ''}
      {isHouseBeacon ? t('play.houseBeacon') : ''}
    </p>
  )
}

/**
 * Odds and what can win at once are counted, not typed; on a small phone that takes a moment, so it is done beforehand.
 */
function usePricesReady(family: Family): void {
  useEffect(() => {
    const toCount = [...families[family].markets]
    // Safari has no idle callback.
    const later = (run: () => void) =>
      'requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run, 50)
    let isLeft = false
    const countNext = () => {
      const market = isLeft ? undefined : toCount.shift()
      if (!market) return
      const [first, position = null] = [market.selections[0]!, market.positions[0]]
      bookOf(family, betsOf([{ market, position, key: first, lines: 1 }], zeroCents))
      later(countNext)
    }
    later(countNext)
    return () => {
      isLeft = true
    }
  }, [family])
}
