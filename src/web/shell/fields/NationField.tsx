import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { nationNames } from '../../i18n/nations.ts'
import { useWords } from '../../i18n/words.ts'

type Props = {
  label: string
  country: string
  /** The country's telephone code, where a number follows. */
  callingCode?: string | undefined
  onOpen: () => void
}

/** Shows the chosen country like a field; a tap opens the picker. */
export function NationField({ label, country, callingCode, onOpen }: Props) {
  const { locale } = useWords()
  const id = useId()
  return (
    <div className="flex min-w-0 flex-col gap-1 pb-6">
      <span id={`${id}-label`} className="text-sm font-medium text-quiet">
        {label}
      </span>
      <button
        type="button"
        id={id}
        aria-labelledby={`${id}-label ${id}`}
        onClick={onOpen}
        className="flex min-h-12 w-full items-center gap-2 rounded-card border border-line bg-surface px-3 py-2 text-left text-base text-text"
      >
        <span className="min-w-0 flex-1">{nationNames(locale)(country)}</span>
        {callingCode ? <span className="shrink-0 text-quiet tabular-nums">+{callingCode}</span> : null}
        <ChevronRight aria-hidden className="size-5 shrink-0 text-quiet" />
      </button>
    </div>
  )
}
