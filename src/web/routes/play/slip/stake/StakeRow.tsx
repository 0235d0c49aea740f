import { type ReactNode, memo, useEffect, useId, useRef, useState } from 'react'
import { type Cents, parseCents, sumCents, zeroCents } from '#core/money/cents'
import { useWords } from '../../../../i18n/words.ts'
import { amountExample, fieldText, readField } from '../../../pay/amount-field.ts'
import { Keypad } from './Keypad.tsx'
import { type StakeKey, afterKey } from './keys.ts'
import { type StakeRange, doubled, halved } from './stakes.ts'

type Props = {
  value: string
  onChange: (value: string) => void
  isWrong: boolean
  /** Null while no draw takes bets. */
  range: StakeRange | null
  children?: ReactNode
}

/** The stake of each line: typed, put together on keys of our own, halved, doubled, or as much as there is. */
export const StakeRow = memo(function StakeRow({ value, onChange, isWrong, range, children }: Props) {
  const { t } = useWords()
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const row = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useOutside(row, isOpen ? () => setOpen(false) : null)
  const stake = readField(value) ?? zeroCents
  const set = (amount: Cents) => onChange(fieldText(amount))
  const press = (key: StakeKey) => {
    const { selectionStart, selectionEnd } = field.current!
    const typed = { text: value, from: selectionStart ?? value.length, to: selectionEnd ?? value.length }
    onChange(afterKey(typed, key, amountExample()[1]!))
  }
  const look =
    'flex min-h-11 min-w-min shrink grow basis-0 items-center justify-center rounded-[12px] border border-line bg-surface px-1.5 text-sm font-semibold active:bg-brand-soft disabled:opacity-60'
  return (
    <div ref={row} className="flex flex-wrap items-stretch gap-1.5">
      <button type="button" className={look} disabled={!range} onClick={() => range && set(halved(stake, range))}>
        ½
      </button>
      <label htmlFor={id} className="sr-only">
        {t('play.stake')}
      </label>
      <input
        ref={field}
        id={id}
        // The keys below are the phone's keyboard here; one that is plugged in works as ever.
        inputMode="none"
        autoComplete="off"
        placeholder={amountExample()}
        aria-invalid={isWrong || undefined}
        className={`min-h-11 w-[5em] min-w-0 grow-2 rounded-[12px] border-2 bg-surface px-1 text-center text-lg font-bold tabular-nums placeholder:font-normal placeholder:text-quiet ${isWrong ? 'border-danger' : 'border-accent'}`}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onClick={({ currentTarget }) => {
          if (!isOpen) currentTarget.select()
          setOpen(true)
        }}
        onKeyDown={(event) => event.key === 'Enter' && setOpen(false)}
      />
      <button
        type="button"
        className={look}
        disabled={!range?.most}
        onClick={() => range && set(doubled(stake, range))}
      >
        ×2
      </button>
      <button type="button" className={look} disabled={!range?.most} onClick={() => range?.most && set(range.most)}>
        {t('play.max')}
      </button>
      {children}
      {isOpen ? (
        <Keypad
          onKey={press}
          onAdd={(amount) => set(sumCents([stake, parseCents(`${amount}.00`)!]))}
          onDone={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
})

/** Tells when something outside is pressed. */
function useOutside(inside: { current: HTMLElement | null }, onOutside: (() => void) | null): void {
  useEffect(() => {
    if (!onOutside) return
    const hear = ({ target }: Event) => inside.current?.contains(target as Node) || onOutside()
    document.addEventListener('pointerdown', hear)
    return () => document.removeEventListener('pointerdown', hear)
  }, [inside, onOutside])
}
