import type { ButtonHTMLAttributes, Ref } from 'react'

const looks = {
  brand: 'bg-brand text-brand-text border-brand',
  quiet: 'bg-surface text-text border-line hover:bg-brand-soft',
  danger: 'bg-danger-soft text-danger border-danger',
} as const

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  ref?: Ref<HTMLButtonElement>
  look?: keyof typeof looks
  hint?: string
}

/** A button for a mouse; `hint` is the key that leads to it. */
export function Button({ look = 'quiet', hint, children, className = '', ...rest }: Props) {
  return (
    <button
      type="button"
      className={`inline-flex min-h-9 shrink-0 items-center justify-center gap-2 rounded-lg border px-3 text-sm font-semibold wrap-normal disabled:opacity-60 ${looks[look]} ${className}`}
      {...rest}
    >
      {children}
      {hint ? <Key>{hint}</Key> : null}
    </button>
  )
}

/** A keyboard key beside the action that it triggers; hidden from screen readers. */
export function Key({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="rounded border border-current/40 px-1 font-mono text-[11px] leading-4 font-normal">
      {children}
    </kbd>
  )
}
