import {
  type FormEvent,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import { problem } from '../i18n/words.ts'

const box = 'w-full min-w-0 rounded-lg border border-line bg-surface px-2 text-sm text-text placeholder:text-quiet'

type Labelled = { label: string; className?: string }

function Labelled({ label, className = '', children }: Labelled & { children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={`flex min-w-0 flex-col gap-1 ${className}`}>
      <label htmlFor={id} className="text-xs font-medium text-quiet">
        {label}
      </label>
      {children(id)}
    </div>
  )
}

type InputProps = InputHTMLAttributes<HTMLInputElement> & Labelled & { ref?: Ref<HTMLInputElement> }

export function Input({ label, className = '', ...rest }: InputProps) {
  return (
    <Labelled label={label} className={className}>
      {(id) => <input id={id} className={`min-h-9 ${box}`} {...rest} />}
    </Labelled>
  )
}

type AreaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & Labelled & { ref?: Ref<HTMLTextAreaElement> | undefined }

export function TextArea({ label, className = '', ...rest }: AreaProps) {
  return (
    <Labelled label={label} className={className}>
      {(id) => <textarea id={id} rows={3} className={`py-1 ${box}`} {...rest} />}
    </Labelled>
  )
}

type ChoiceProps = SelectHTMLAttributes<HTMLSelectElement> &
  Labelled & { options: readonly (readonly [value: string, text: string])[]; ref?: Ref<HTMLSelectElement> }

export function Choice({ label, options, className = '', ...rest }: ChoiceProps) {
  return (
    <Labelled label={label} className={className}>
      {(id) => (
        <select id={id} className={`min-h-9 ${box}`} {...rest}>
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  )
}

type FormProps = {
  /** What was filled in, by name. */
  onSend: (given: Readonly<Record<string, string>>) => void
  error: unknown
  className?: string
  label?: string
  children: ReactNode
}

/** A form; its error is shown below the fields. */
export function Form({ onSend, error, children, label, className = 'flex flex-col gap-3' }: FormProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
  }
  return (
    <form onSubmit={send} className={className} aria-label={label}>
      {children}
      <Problem error={error} />
    </form>
  )
}

/** What went wrong, read out when it appears. */
export function Problem({ error }: { error: unknown }) {
  return error ? (
    <p role="alert" className="w-full text-sm text-danger">
      {problem(error)}
    </p>
  ) : null
}
