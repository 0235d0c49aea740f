import { useNow } from '#ui/browser/now.ts'
import { spoken } from '../i18n/words.ts'

/** An instant, to the minute, in the operator's own time. */
export function momentText(at: number): string {
  return new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' }).format(at)
}

/** An instant as it is shown. On a tablet date and time may take a line each, so that tables fit. */
export function Moment({ at }: { at: number }) {
  return <InTwo at={at} dateStyle="medium" timeStyle="short" />
}

/** An instant to the second: draws are a matter of seconds. */
export function Instant({ at }: { at: number }) {
  return <InTwo at={at} dateStyle="short" timeStyle="medium" />
}

type Styles = { readonly dateStyle: 'short' | 'medium'; readonly timeStyle: 'short' | 'medium' }

function InTwo({ at, ...styles }: { at: number } & Styles) {
  const [first, second] = halves(at, styles)
  return (
    <time dateTime={new Date(at).toISOString()} className="tabular-nums xl:whitespace-nowrap">
      <span className="whitespace-nowrap">{first}</span> <span className="whitespace-nowrap">{second}</span>
    </time>
  )
}

/** The date and the time, in the order in which the language writes them. */
function halves(at: number, styles: Styles): [string, string] {
  const whole = new Intl.DateTimeFormat(spoken(), styles).format(at)
  const date = new Intl.DateTimeFormat(spoken(), { dateStyle: styles.dateStyle }).format(at)
  const place = whole.indexOf(date)
  const cut = place === 0 ? whole.slice(date.length).search(/[\p{L}\p{N}]/u) + date.length : Math.max(place, 0)
  return [whole.slice(0, cut).trim(), whole.slice(cut)]
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

/** `1 day`, `24 hours`: a span whose unit is fixed, in whole words. */
export function spanText(unit: 'day' | 'hour' | 'minute', length: number): string {
  return new Intl.NumberFormat(spoken(), { style: 'unit', unit, unitDisplay: 'long' }).format(length)
}

/** Minutes as people say them: whole hours as hours. */
export function minutesText(minutes: number): string {
  return minutes % 60 === 0 ? spanText('hour', minutes / 60) : spanText('minute', minutes)
}

/** How long ago, updated; red once it is longer than the promised time. */
export function Age({ since, promisedMs }: { since: number; promisedMs?: number }) {
  const now = useNow(minuteMs / 4)
  const isLate = promisedMs !== undefined && now - since > promisedMs
  return <span className={`tabular-nums ${isLate ? 'font-semibold text-danger' : ''}`}>{duration(now - since)}</span>
}
