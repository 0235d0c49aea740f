import { type Key, useWords } from '../../../../i18n/words.ts'
import { timeLeft } from '../../../../shell/draws/Countdown.tsx'
import { type Timed, phaseAt } from '../../../../shell/draws/standing.ts'
import { useClock, useSecondsUntil } from '../../../../state/clock.ts'

type Props = {
  period: Timed
  /** What leads to the draw; that bets are closed is said elsewhere where another text is given. */
  closing?: Key
}

/** What the seconds lead to, above them: one kind gives way to the other in the same place. */
export function TimeLeft({ period, closing = 'draw.closing' }: Props) {
  const { t } = useWords()
  const phase = useClock((nowMs) => phaseAt(period, nowMs))
  if (phase === 'open') return <Left label={t('play.closesIn')} until={period.closesAt} />
  if (phase === 'waiting') return <Left label={t('draw.opens')} until={period.opensAt} />
  if (phase === 'closing') return <Left label={t(closing)} until={period.drawsAt} />
  return <span className="leading-tight">{t(phase === 'cancelled' ? 'draw.cancelled' : 'draw.drawing')}</span>
}

function Left({ label, until }: { label: string; until: number }) {
  const seconds = useSecondsUntil(until)
  return (
    <span className="flex flex-col leading-tight">
      <span className="text-xs font-normal">{label}</span>
      <span className="text-lg leading-tight font-bold tabular-nums">{timeLeft(seconds)}</span>
    </span>
  )
}

/** The last seconds before the close, as a bar that runs out. */
export function LastSeconds({ closesAt }: { closesAt: number }) {
  const seconds = useSecondsUntil(closesAt)
  if (seconds > 10 || seconds === 0) return null
  return (
    <span aria-hidden className="absolute inset-x-0 bottom-0 h-1.5 overflow-hidden rounded-b-card">
      <span
        className="block h-full origin-left bg-accent motion-safe:transition-transform motion-safe:duration-1000 motion-safe:ease-linear"
        style={{ transform: `scaleX(${(seconds - 1) / 10})` }}
      />
    </span>
  )
}
