import { useNow } from '#ui/browser/now.ts'
import { spoken } from '../i18n/words.ts'

/** An instant, to the minute, in the operator's own time. */
export function Moment({ at }: { at: number }) {
  const shown = new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap">
      {shown}
    </time>
  )
}

const minuteMs = 60_000
const steps = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** `3 hr`, `12 min`: how long, in its largest whole unit. */
export function duration(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  const [unit, size] = steps.find(([, size]) => minutes >= size) ?? steps[2]
  return new Intl.NumberFormat(spoken(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.floor(minutes / size),
  )
}

/** How long ago, updated; red once it is longer than the promised time. */
export function Age({ since, promisedMs }: { since: number; promisedMs?: number }) {
  const now = useNow(minuteMs / 4)
  const isLate = promisedMs !== undefined && now - since > promisedMs
  return <span className={`tabular-nums ${isLate ? 'font-semibold text-danger' : ''}`}>{duration(now - since)}</span>
}
