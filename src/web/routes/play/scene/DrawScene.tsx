import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { isLate, pendingDraw, phaseAt } from '../../../shell/draws/standing.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'
import { serverNow, useClock } from '../../../state/clock.ts'
import type { PanelProps } from './Panel.tsx'
import { loadScene } from './play.ts'
import { showsAtOnce } from './settings.ts'

const loadPanel = () => import('./Panel.tsx')
const Panel = lazyAgain(async () => (await loadPanel()).Panel)

/** A result is news for this long. */
const newsMs = 3_000

/**
 * Plays a result that has just arrived as a scene over the head of the game, and shows the scene standing ready while the result is
 * awaited. Older results, and all where no motion is wanted or nobody looks, are left to the head.
 */
export function DrawScene({ draws }: { draws: GameDraws }) {
  const { period, last, game } = draws
  const family = familyOfGame(game)
  const isWanted = !showsAtOnce.use()
  const isNear = useClock((nowMs) => !!period && phaseAt(period, nowMs) !== 'open')
  useEffect(() => {
    if (isNear && isWanted && mayMove()) Promise.all([loadPanel(), loadScene(family)]).catch(() => undefined)
  }, [isNear, isWanted, family])
  const awaited = useClock((nowMs) => {
    const pending = pendingDraw(draws, nowMs)
    return pending && !isLate(pending, nowMs) ? `${pending.drawId} ${pending.issue}` : ''
  })
  const { here, open, close } = useOpenScene({ awaitedId: awaited.split(' ')[0]!, last, isWanted })
  let shown: PanelProps | null = null
  if (open !== null && open === last?.drawId) {
    const { drawId, outcome, issue, round } = last
    shown = { draw: { drawId, game, family, outcome }, issue, round, onEnd: close }
  } else if (open !== null && awaited) {
    const [drawId, issue] = awaited.split(' ') as [string, string]
    shown = { draw: { drawId, game, family, outcome: null }, issue, round: null, onEnd: close }
  }
  return (
    <>
      <span ref={here} />
      {shown ? (
        <ErrorBoundary key={shown.draw.drawId} fallback={null}>
          <Suspense>
            <Panel {...shown} />
          </Suspense>
        </ErrorBoundary>
      ) : null}
    </>
  )
}

type Standing = { awaitedId: string; last: GameDraws['last']; isWanted: boolean }

/** Which draw's scene is open, if any. */
function useOpenScene({ awaitedId, last, isWanted }: Standing) {
  const here = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState<string | null>(null)
  /** The last draw as it stood before; undefined until there was a look at it. */
  const seen = useRef<string | null | undefined>(undefined)
  const lastId = last?.drawId ?? null
  // The page asks anew for a result that it was told, and gets it with another instant. That is not another result.
  const isNews = useEffectEvent(() => !!last?.outcome && serverNow() - last.endedAt < newsMs)
  // Before the frame is painted, or the plain result would be seen first. A kept page that is not shown has no effects, so what
  // arrives meanwhile is old when it is shown again.
  useLayoutEffect(() => {
    const isNew = seen.current !== undefined && seen.current !== lastId
    seen.current = lastId
    const wanted = awaitedId || (isNew && isNews() ? lastId : null)
    setOpen(isWanted && mayMove() && isInView(here.current!) ? wanted : null)
  }, [awaitedId, lastId, isWanted])
  useLayoutEffect(() => () => setOpen(null), [])
  const close = () => setOpen(null)
  return { here, open, close }
}

const mayMove = (): boolean => !document.hidden && !matchMedia('(prefers-reduced-motion: reduce)').matches

/** Whoever has scrolled down to the board is not interrupted. */
const isInView = (element: Element): boolean => element.getBoundingClientRect().top > -20
