import type { Days } from '#ui/browser/days.ts'
import { Field } from '#ui/Field'
import { useWords } from '../../i18n/words.ts'

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
