import { type Ref, type SelectHTMLAttributes, useId } from 'react'

type Props = SelectHTMLAttributes<HTMLSelectElement> & {
  label: string
  options: readonly { value: string; text: string }[]
  ref?: Ref<HTMLSelectElement>
}

/** A labelled choice from a list; the phone shows its own picker. */
export function Select({ label, options, className = '', ...rest }: Props) {
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium text-quiet">
        {label}
      </label>
      <select
        id={id}
        className={`min-h-12 w-full truncate rounded-card border border-line bg-surface px-3 text-base text-text ${className}`}
        {...rest}
      >
        {options.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </div>
  )
}
