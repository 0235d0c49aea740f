import { Check, Delete } from 'lucide-react'
import { useWords } from '../../../../i18n/words.ts'
import { amountExample } from '../../../pay/amount-field.ts'
import type { StakeKey } from './keys.ts'

const added = ['1', '10', '100'] as const
const rows = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
] as const

type Props = { onKey: (key: StakeKey) => void; onAdd: (amount: string) => void; onDone: () => void }

/** Keys for an amount, in reach of a thumb. */
export function Keypad({ onKey, onAdd, onDone }: Props) {
  const { t } = useWords()
  const look =
    'flex min-h-12 items-center justify-center rounded-[12px] border border-line bg-surface text-xl font-semibold tabular-nums active:bg-brand-soft'
  const key = (each: StakeKey, shown: string) => (
    <button key={each} type="button" className={look} onClick={() => onKey(each)}>
      {shown}
    </button>
  )
  return (
    // The field keeps the focus and the caret while keys are pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- nothing happens by pressing it: a press beside a key would otherwise take the focus off the field
    <fieldset
      aria-label={t('play.keypad')}
      className="grid w-full grid-cols-4 gap-1.5"
      onMouseDown={(event) => event.preventDefault()}
    >
      {rows.map((digits, row) => [
        ...digits.map((digit) => key(digit, digit)),
        <button
          key={added[row]}
          type="button"
          className={`${look} text-base text-brand`}
          onClick={() => onAdd(added[row]!)}
        >
          {`+${added[row]}`}
        </button>,
      ])}
      {key('decimal', amountExample()[1]!)}
      {key('0', '0')}
      <button type="button" aria-label={t('play.erase')} className={look} onClick={() => onKey('erase')}>
        <Delete aria-hidden className="size-6" />
      </button>
      <button
        type="button"
        aria-label={t('common.done')}
        className="flex min-h-12 items-center justify-center rounded-[12px] bg-brand text-brand-text"
        onClick={onDone}
      >
        <Check aria-hidden className="size-6" />
      </button>
    </fieldset>
  )
}
