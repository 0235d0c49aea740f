import { memo, useId } from 'react'
import { parseCents, sumCents, zeroCents } from '#core/money/cents'
import { useWords } from '../../../i18n/words.ts'
import { amountExample, readField, fieldText } from '../../pay/amount-field.ts'

const chips = ['1', '5', '10', '50', '100'] as const

type Props = { value: string; onChange: (value: string) => void; isWrong: boolean }

/** The stake of each line, typed or put together from chips. */
export const StakeField = memo(function StakeField({ value, onChange, isWrong }: Props) {
  const { t } = useWords()
  const id = useId()
  const add = (chip: string) => {
    const sum = sumCents([readField(value) ?? zeroCents, parseCents(`${chip}.00`)!])
    onChange(fieldText(sum))
  }
  const look =
    'flex min-h-11 min-w-10 grow items-center justify-center rounded-full border border-line bg-surface px-1 font-semibold tabular-nums active:bg-brand-soft'
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      <div className="flex w-full flex-wrap items-center justify-end gap-x-2 low:w-auto">
        <label htmlFor={id} className="grow text-sm leading-tight text-quiet">
          {t('play.stake')}
        </label>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={amountExample()}
          aria-invalid={isWrong || undefined}
          className={`min-h-11 w-[7.5em] max-w-full grow-0 rounded-card border bg-surface px-3 text-right text-lg font-semibold tabular-nums placeholder:font-normal placeholder:text-quiet ${isWrong ? 'border-danger' : 'border-line'}`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <div className="flex w-full flex-wrap gap-1.5 low:w-auto low:grow">
        {chips.map((chip) => (
          <button
            key={chip}
            type="button"
            aria-label={`+${chip}`}
            className={`${look} text-sm`}
            onClick={() => add(chip)}
          >
            {chip}
          </button>
        ))}
        <button type="button" className={`${look} text-xs text-quiet`} onClick={() => onChange('')}>
          {t('play.clear')}
        </button>
      </div>
    </div>
  )
})
