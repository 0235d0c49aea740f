import type { ReactNode } from 'react'
import { Button } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'

type Props = { text: ReactNode; yes: string; onYes: () => void; onLater: () => void }

/** A question above the tab bar that moves nothing on the page. */
export function Bar({ text, yes, onYes, onLater }: Props) {
  const { t } = useWords()
  return (
    <aside
      aria-live="polite"
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-30 mx-auto max-w-[480px] px-2"
    >
      <div className="flex w-full flex-wrap items-center justify-end gap-2 rounded-card border border-line bg-raised p-3 shadow-lg">
        <p className="min-w-40 flex-1 font-medium">{text}</p>
        <div className="flex gap-2">
          <Button look="quiet" onClick={onLater}>
            {t('common.later')}
          </Button>
          <Button onClick={onYes}>{yes}</Button>
        </div>
      </div>
    </aside>
  )
}
