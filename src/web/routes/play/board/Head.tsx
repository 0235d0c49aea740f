import { ShieldCheck } from 'lucide-react'
import { memo } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { useWords } from '../../../i18n/words.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { Countdown } from '../../../shell/draws/Countdown.tsx'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { isLate, pendingDraw } from '../../../shell/draws/standing.ts'
import { useClock } from '../../../state/clock.ts'
import { Reveal } from './Reveal.tsx'

/** The game, the period that takes bets and how long it still does, and the latest draw under its own number. */
export const Head = memo(function Head({ game, draws }: { game: GameCode; draws: GameDraws }) {
  const { t } = useWords()
  const { period } = draws
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex items-center justify-between gap-3 px-4 pt-3">
        <div className="min-w-0">
          <h2 className="text-lg leading-snug font-semibold">{t(`game.${game}`)}</h2>
          <p className="min-h-5 text-sm text-quiet tabular-nums">
            {period ? t('draw.period', { issue: period.issue }) : t('play.noDraws')}
          </p>
        </div>
        <p className="shrink-0 text-right text-2xl">{period ? <Countdown period={period} /> : null}</p>
      </div>
      <Latest draws={draws} />
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
    <div className="flex min-h-[92px] flex-col justify-center gap-1 px-4 py-2">
      <p className="flex min-h-6 items-center justify-between gap-2 text-sm text-quiet tabular-nums">
        {t('play.resultOf', { issue })}
        {state ? null : (
          <Link
            to={`/fair/${last.drawId}`}
            className="-my-3 inline-flex min-h-11 shrink-0 items-center gap-1 font-semibold text-brand"
          >
            <ShieldCheck aria-hidden className="size-4" />
            {t('play.proof')}
          </Link>
        )}
      </p>
      <output aria-live="polite" className="flex min-h-11 items-center">
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
          <Reveal key={last.drawId} family={familyOfGame(draws.game)} outcome={last.outcome} endedAt={last.endedAt} />
        )}
      </output>
    </div>
  )
}
