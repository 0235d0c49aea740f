import { ChevronLeft } from 'lucide-react'
import { type Key, useWords } from '../i18n/words.ts'
import { goBack } from './navigation.ts'

/** The page's title and the way back. */
export function TopBar({ title }: { title: Key }) {
  const { t } = useWords()
  return (
    <header className="flex min-h-14 items-center border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <button
        type="button"
        onClick={goBack}
        aria-label={t('page.back')}
        className="flex min-h-14 w-[56px] shrink-0 items-center justify-center"
      >
        <ChevronLeft aria-hidden />
      </button>
      <h1 className="min-w-0 flex-1 py-2 pr-[56px] text-center text-lg leading-snug font-semibold">{t(title)}</h1>
    </header>
  )
}
