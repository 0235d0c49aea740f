import { spoken } from '../../i18n/words.ts'

/** An instant to the second: draws are a matter of seconds. */
export function Instant({ at }: { at: number }) {
  const shown = new Intl.DateTimeFormat(spoken(), { dateStyle: 'short', timeStyle: 'medium' }).format(at)
  return (
    <time dateTime={new Date(at).toISOString()} className="whitespace-nowrap tabular-nums">
      {shown}
    </time>
  )
}
