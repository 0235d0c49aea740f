import { buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import type { GameDraws } from '../../queries/draws.ts'
import { Link } from '../../shell/Link.tsx'
import { timeLeft } from '../../shell/draws/Countdown.tsx'
import { Ring } from '../../shell/draws/Ring.tsx'
import { gamePath } from '../../shell/draws/game-pages.ts'
import { useClock, useSecondsUntil } from '../../state/clock.ts'
import { nextToClose } from './next-draw.ts'

/** What happens next: the draw whose betting closes first, how long that takes, and the way to it. */
export function NextDraw({ items }: { items: readonly GameDraws[] }) {
  const code = useClock((nowMs) => nextToClose(items, nowMs))
  const next = items.find(({ game }) => game === code)
  return (
    <section className="flex min-h-27 items-center gap-4">
      {next ? <Shown draws={next} /> : <Ring share={0} className="size-26 opacity-60" />}
    </section>
  )
}

function Shown({ draws: { game, period } }: { draws: GameDraws }) {
  const { t } = useWords()
  const { issue, opensAt, closesAt } = period!
  const seconds = useSecondsUntil(closesAt)
  return (
    <>
      <Ring share={(seconds * 1_000) / (closesAt - opensAt)} className="size-26">
        <span role="timer" className="text-2xl font-bold tabular-nums">
          <span className="sr-only">{t('home.closesIn')} </span>
          {timeLeft(seconds)}
        </span>
      </Ring>
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
        <p className="text-sm leading-snug opacity-85">
          {t('home.next')} · <span className="tabular-nums">{issue.slice(8)}</span>
        </p>
        <h2 className="text-xl leading-tight font-bold">{t(`game.${game}`)}</h2>
        <Link to={gamePath(game)} className={`${buttonClass('light')} mt-1 min-w-28`}>
          {t('home.play')}
        </Link>
      </div>
    </>
  )
}
