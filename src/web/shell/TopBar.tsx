import { ChevronLeft } from 'lucide-react'
import { type Key, useWords } from '../i18n/words.ts'
import { goBack } from './navigation.ts'

/** The page's title and the way back. */
export function TopBar({ title }: { title: Key }) {
  const { t } = useWords()
  return (
    <header className="flex min-h-14 items-center short:min-h-12 border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <button
        type="button"
        onClick={goBack}
        aria-label={t('page.back')}
        className="flex min-h-12 w-[56px] shrink-0 items-center justify-center"
      >
        <ChevronLeft aria-hidden />
      </button>
      <h1 className="min-w-0 flex-1 py-1 pr-[56px] text-center text-lg leading-snug font-semibold short:text-base">
        {t(title)}
      </h1>
    </header>
  )
}
