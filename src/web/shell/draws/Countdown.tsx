import { useWords } from '../../i18n/words.ts'
import { useClock, useSecondsUntil } from '../../state/clock.ts'
import { type Timed, phaseAt } from './standing.ts'

/**
 * How long bets are taken, in figures that keep their width; then that they no longer are and how long it takes until
 * the draw, which a card on home has little room to say; then that it is drawn, or that it was cancelled.
 */
export function Countdown({ period }: { period: Timed }) {
  const { t } = useWords()
  const phase = useClock((nowMs) => phaseAt(period, nowMs))
  if (phase === 'open') return <Left until={period.closesAt} />
  if (phase === 'waiting') return <Left until={period.opensAt} label={t('draw.opens')} />
  if (phase === 'closing') return <Left until={period.drawsAt} label={t('draw.closing')} />
  return (
    <span className="font-semibold text-warning">{t(phase === 'cancelled' ? 'draw.cancelled' : 'draw.drawing')}</span>
  )
}

function Left({ until, label }: { until: number; label?: string }) {
  const seconds = useSecondsUntil(until)
  return (
    <span role="timer" className={`font-semibold tabular-nums ${seconds <= 10 ? 'text-warning' : 'text-brand'}`}>
      {label ? <span className="pr-1 text-xs font-normal text-quiet">{label}</span> : null}
      {timeLeft(seconds)}
    </span>
  )
}

const two = (value: number) => String(value).padStart(2, '0')

/** Minutes and seconds in figures that keep their width. */
export function timeLeft(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60]
  return `${hours > 0 ? `${hours}:` : ''}${two(minutes)}:${two(seconds % 60)}`
}
