import { memo, useId } from 'react'
import { chipLayout } from './layout.ts'

type Item = {
  readonly text: string
  /** What it is called where the text is only a figure. */
  readonly name?: string
  readonly count: number
}

type Props = {
  label: string
  items: readonly Item[]
  value: number
  onChange: (value: number) => void
  isInner?: boolean
}

/** A choice between several; each says how much is chosen behind it. */
export function Chips({ label, items, value, onChange, isInner = false }: Props) {
  const group = useId()
  return (
    <fieldset className={`min-w-0 gap-1.5 ${chipLayout(items.map(({ text }) => text))}`}>
      <legend className="sr-only">{label}</legend>
      {items.map((item, at) => (
        <Chip
          key={item.text}
          {...item}
          at={at}
          group={group}
          isChecked={at === value}
          onChange={onChange}
          isInner={isInner}
        />
      ))}
    </fieldset>
  )
}

type ChipProps = Item & Pick<Props, 'onChange'> & { at: number; group: string; isChecked: boolean; isInner: boolean }

/** Rendered again only when its own state changes: a tap on the board changes one of many. */
const Chip = memo(function Chip({ text, name, count, at, group, isChecked, onChange, isInner }: ChipProps) {
  return (
    <label
      className={`relative flex min-h-11 grow cursor-pointer items-center justify-center rounded-[10px] border px-1 py-1 text-center text-sm leading-tight has-focus-visible:outline-2 has-focus-visible:outline-(--focus) ${isChecked ? `border-brand font-semibold ${isInner ? 'bg-brand-soft' : 'bg-brand text-brand-text'}` : `border-line bg-surface ${isInner ? '' : 'font-medium'}`}`}
    >
      <input
        type="radio"
        name={group}
        aria-label={name}
        className="sr-only"
        checked={isChecked}
        onChange={() => onChange(at)}
      />
      {text}
      {count > 0 ? (
        <span
          aria-hidden
          className="absolute -top-1.5 right-0 min-w-5 rounded-full bg-text px-1 text-center text-xs leading-[1.65] text-background tabular-nums"
        >
          {count}
        </span>
      ) : null}
    </label>
  )
})
