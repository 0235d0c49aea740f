import { useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { useCopy } from './copying.ts'

/** Puts a text on the clipboard. Where the browser refuses, a field with the text takes the button's place. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useWords()
  const copy = useCopy()
  const [isRefused, setRefused] = useState(false)
  if (isRefused)
    return (
      <input
        ref={selectAll}
        readOnly
        aria-label={t('common.copy')}
        value={text}
        className="min-h-11 w-28 shrink-0 rounded-card border border-line bg-surface px-2 text-base text-text"
      />
    )
  return (
    <button
      type="button"
      className="inline-flex min-h-11 shrink-0 items-center px-2 whitespace-nowrap font-semibold text-brand"
      onClick={() => void copy(text, () => setRefused(true))}
    >
      {t('common.copy')}
    </button>
  )
}

/** Once, when the field appears: a phone's browser selects only what has the focus. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}
