import { ShieldCheck } from 'lucide-react'
import { memo } from 'react'
import { useWords } from '../../../i18n/words.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { Link } from '../../../shell/Link.tsx'
import { Countdown } from '../../../shell/draws/Countdown.tsx'
import { familyOfGame } from '../../../shell/draws/game-pages.ts'
import { isLate, pendingDraw } from '../../../shell/draws/standing.ts'
import { useClock } from '../../../state/clock.ts'
import { Reveal } from './Reveal.tsx'

/** The period that takes bets and how long it still does, and the latest draw under its own number. */
export const Head = memo(function Head({ draws }: { draws: GameDraws }) {
  const { t } = useWords()
  const { period } = draws
  return (
    <section className="overflow-hidden rounded-card border border-line bg-surface">
      <div className="flex flex-wrap items-center justify-between gap-x-3 px-4 pt-2 short:pt-1">
        <p className="min-w-0 text-quiet tabular-nums">
          {period ? t('draw.period', { issue: period.issue }) : t('play.noDraws')}
        </p>
        <p className="ml-auto text-right text-2xl short:text-xl">{period ? <Countdown period={period} /> : null}</p>
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
    <div className="px-4 pt-1 pb-2 short:pt-0">
      <p className="flex flex-wrap items-center justify-between gap-x-2 text-sm text-quiet tabular-nums">
        <span className="min-w-[9em] flex-1">{t('play.resultOf', { issue })}</span>
        {state ? null : (
          <Link
            to={`/fair/${last.drawId}`}
            aria-label={t('play.proof')}
            className="-my-3 inline-flex min-h-11 min-w-6 items-center justify-end gap-1 font-semibold text-brand"
          >
            <ShieldCheck aria-hidden className="size-4 shrink-0" />
            <span className="max-[340px]:hidden">{t('play.proof')}</span>
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
