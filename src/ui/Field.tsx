import { type InputHTMLAttributes, type ReactNode, type Ref, useId, useState } from 'react'

type Props = InputHTMLAttributes<HTMLInputElement> & {
  label: string
  /** What is wrong with the value, in a sentence. */
  error?: string | undefined
  /** A hint about the value; an error takes its place. */
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

const box = 'min-h-12 w-full rounded-card border bg-surface px-3 text-base text-text placeholder:text-quiet'

/** A labelled input. Its error is read out with it and keeps its place, so that nothing jumps when it comes or goes. */
export function Field({ label, error, hint, children, className = '', ...rest }: Props & { children?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium text-quiet">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          className={`${box} ${error ? 'border-danger' : 'border-line'} ${className}`}
          {...rest}
        />
        {children}
      </div>
      <p id={`${id}-error`} className={`min-h-5 text-sm ${error ? 'text-danger' : 'text-quiet'}`}>
        {error ?? hint}
      </p>
    </div>
  )
}

/** A password that can be revealed and pasted into. */
export function PasswordField({ words, ...rest }: Props & { words: { show: string; hide: string } }) {
  const [isShown, setShown] = useState(false)
  return (
    <Field {...rest} type={isShown ? 'text' : 'password'} className="pr-12" autoCapitalize="none" spellCheck={false}>
      <button
        type="button"
        className="absolute inset-y-0 right-0 flex w-12 items-center justify-center rounded-card text-quiet"
        aria-label={isShown ? words.hide : words.show}
        aria-pressed={isShown}
        onClick={() => setShown(!isShown)}
      >
        <svg viewBox="0 0 24 24" className="size-5" fill="none" stroke="currentColor" strokeWidth="1.8" aria-hidden>
          <path d="M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Z" />
          <circle cx="12" cy="12" r="2.8" />
          {isShown ? null : <path d="m4 4 16 16" strokeLinecap="round" />}
        </svg>
      </button>
    </Field>
  )
}
