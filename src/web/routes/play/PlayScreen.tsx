import { useQuery } from '@tanstack/react-query'
import { memo, useDeferredValue, useEffect, useMemo, useReducer, useState } from 'react'
import type { Family, GameCode } from '#core/games/catalogue'
import { families } from '#core/games/families'
import { zeroCents } from '#core/money/cents'
import { bookOf } from '#core/rules/exposure'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'
import { currentDrawsQuery } from '../../queries/draws.ts'
import { Link } from '../../shell/Link.tsx'
import { PendingPage } from '../../shell/PendingPage.tsx'
import { familyOfGame, gameAt } from '../../shell/draws/game-pages.ts'
import { usePlace } from '../../shell/navigation.ts'
import { ExclusionNotice } from '../../shell/protection/ExclusionNotice.tsx'
import { Notice } from '../pay/Notice.tsx'
import { Board, useShownTab } from './board/Board.tsx'
import { Head } from './board/Head.tsx'
import { tabsOf } from './board/tabs.ts'
import { MyBets } from './mine/MyBets.tsx'
import { SlipBar } from './slip/SlipBar.tsx'
import { betsOf, changed, nothing, selectionsOf } from './slip/choice.ts'

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
  const [stake, setStake] = useState('')
  const tabs = useMemo(() => tabsOf(family), [family])
  const shown = useShownTab(tabs)
  const [hasChances, setChances] = useState(false)
  usePricesReady(family)
  const draws = asked.data?.items.find((item) => item.game === game)
  if (!draws) return <PendingPage for={asked} />
  const { stop } = asked.data!
  const { gameStop } = draws
  return (
    <>
      <main data-wide className="flex flex-1 flex-col gap-3 p-4 short:gap-1.5 short:py-2 low:grid low:grid-cols-2">
        <div className="contents low:flex low:flex-col low:gap-2">
          <Head draws={draws} />
          <MyBets game={game} />
          {stop ? <Notice tone="warning">{refusal('betting_stopped', { stop })}</Notice> : null}
          {me?.exclusion ? <ExclusionNotice exclusion={me.exclusion} /> : null}
          {gameStop ? <Notice tone="warning">{refusal('game_stopped', { why: gameStop.why })}</Notice> : null}
          <Ways game={game} hasChances={hasChances} onChances={setChances} />
        </div>
        <div className="flex min-w-0 flex-col gap-3 short:gap-1.5">
          <Board
            tabs={tabs}
            shown={shown}
            choice={choice}
            selections={selections}
            hasChances={hasChances}
            onChange={change}
          />
        </div>
        <About game={game} isHouseBeacon={asked.data!.beacon === 'house-beacon'} />
      </main>
      <SlipBar
        game={game}
        page={shown.page}
        period={draws.period}
        isStopped={stop !== null || gameStop !== null || !!me?.exclusion}
        selections={selections}
        onChange={change}
        stake={stake}
        onStake={setStake}
      />
    </>
  )
}

type WaysProps = { game: GameCode; hasChances: boolean; onChances: (has: boolean) => void }

/** What there is to know about a game, and its chances right on the board. */
const Ways = memo(function Ways({ game, hasChances, onChances }: WaysProps) {
  const { t } = useWords()
  const look =
    'flex min-h-11 grow items-center justify-center bg-surface px-2 py-1 text-center text-sm leading-tight font-medium text-brand'
  return (
    <nav
      aria-label={t('play.more')}
      className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line short:order-last"
    >
      <Link to={`/play/draws?game=${game}`} className={look}>
        {t('play.pastDraws')}
      </Link>
      <Link to={`/play/trends?game=${game}`} className={look}>
        {t('play.trends')}
      </Link>
      <Link to={`/play/rules?game=${game}`} className={look}>
        {t('play.rules')}
      </Link>
      <button
        type="button"
        aria-pressed={hasChances}
        className={`${look} aria-pressed:bg-brand-soft`}
        onClick={() => onChances(!hasChances)}
      >
        {t('play.chances')}
      </button>
    </nav>
  )
})

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
