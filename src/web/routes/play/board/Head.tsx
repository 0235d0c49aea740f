import { Clapperboard, ShieldCheck } from 'lucide-react'
import { memo } from 'react'
import { DrawResult } from '#ui/DrawResult'
import { useWords } from '../../../i18n/words.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { Countdown } from '../../../shell/draws/Countdown.tsx'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { isLate, pendingDraw } from '../../../shell/draws/standing.ts'
import { useClock } from '../../../state/clock.ts'
import { DrawScene } from '../scene/DrawScene.tsx'
import { showsAtOnce } from '../scene/settings.ts'

/** The period that takes bets and how long it still does, and the latest draw under its own number. */
export const Head = memo(function Head({ draws }: { draws: GameDraws }) {
  const { t } = useWords()
  const { period } = draws
  return (
    <section className="relative rounded-card border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-2 short:pt-1">
        <p className="min-w-0 text-quiet tabular-nums">
          {period ? t('draw.period', { issue: period.issue }) : t('play.noDraws')}
        </p>
        <p className="ml-auto text-right text-2xl short:text-xl">{period ? <Countdown period={period} /> : null}</p>
      </div>
      <Latest draws={draws} />
      <DrawScene draws={draws} />
    </section>
  )
})

const stateTexts = { late: 'draw.delayed', drawing: 'draw.drawing' } as const

function Latest({ draws }: { draws: GameDraws }) {
  const { t } = useWords()
  const standing = useClock((nowMs) => {
    const pending = pendingDraw(draws, nowMs)
    return pending ? `${isLate(pending, nowMs) ? 'late' : 'drawing'} ${pending.issue}` : ''
  })
  const { last } = draws
  if (!last) return <div className="h-3" />
  const [state, issue = last.issue] = standing.split(' ')
  return (
    <div className="px-4 pt-0.5 pb-1.5 short:pt-0">
      <div className="flex items-center gap-x-1 text-sm text-quiet tabular-nums">
        <p className="min-w-0 flex-1 leading-tight">
          {t('play.resultOf', { issue })}
          {/* Its line stands while the numbers are awaited, so that nothing moves when they come. */}
          <span className="block min-h-[1.25em] text-xs">
            {state || !last.outcome ? '' : t('scene.round', { round: last.round })}
          </span>
        </p>
        <SceneSwitch />
        <Link
          to={`/fair/${last.drawId}`}
          aria-label={t('play.proof')}
          className={`-my-3 -mr-1.5 inline-flex min-h-11 min-w-11 items-center justify-center gap-1 px-1.5 font-semibold text-brand ${state ? 'invisible' : ''}`}
        >
          <ShieldCheck aria-hidden className="size-4 shrink-0" />
          <span className="max-[340px]:hidden">{t('play.proof')}</span>
        </Link>
      </div>
      <output aria-live="polite" className="mt-1 flex min-h-11 items-center">
        {state || !last.outcome ? (
          <span className={state === 'drawing' ? 'text-quiet' : 'text-warning'}>
            {t(
              state
                ? stateTexts[state as keyof typeof stateTexts]
                : last.status === 'cancelled'
                  ? 'past.cancelled'
                  : 'draw.void',
            )}
          </span>
        ) : (
          <DrawResult family={familyOfGame(draws.game)} outcome={last.outcome} size="large" />
        )}
      </output>
    </div>
  )
}

/** Whether draws are shown as scenes. Whoever asked for less motion gets none, so there is nothing to switch. */
function SceneSwitch() {
  const { t } = useWords()
  const isOn = !showsAtOnce.use()
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={t('scene.play')}
      className={`-my-3 flex size-11 shrink-0 items-center justify-center motion-reduce:hidden ${isOn ? 'text-brand' : 'text-quiet opacity-70'}`}
      onClick={() => showsAtOnce.set(isOn)}
    >
      <Clapperboard aria-hidden className="size-5" />
    </button>
  )
}
