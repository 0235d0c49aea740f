import { Field } from '#ui/Field'
import { useWords } from '../../i18n/words.ts'

export type Days = { readonly from: string; readonly until: string }

/** Days are the reader's own: from the first one's midnight until the last one's is over. */
export function instantsOfDays({ from, until }: Days): { from?: number; until?: number } {
  const dayAfter = new Date(`${until}T00:00`)
  dayAfter.setDate(dayAfter.getDate() + 1)
  return { ...(from && { from: new Date(`${from}T00:00`).getTime() }), ...(until && { until: dayAfter.getTime() }) }
}

/** From one day to another. */
export function DayRange({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useWords()
  const look = { type: 'date', className: 'min-w-0 appearance-none' }
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field
        {...look}
        label={t('statement.from')}
        value={days.from}
        max={days.until}
        onChange={({ target }) => onChange({ ...days, from: target.value })}
      />
      <Field
        {...look}
        label={t('statement.until')}
        value={days.until}
        min={days.from}
        onChange={({ target }) => onChange({ ...days, until: target.value })}
      />
    </div>
  )
}
