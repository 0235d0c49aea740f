import { useNavigate } from 'react-router'
import { type Key, useWords } from '../i18n/words.ts'

/** The page's title and the way back: to where you came from, or home where there is no such place. */
export function TopBar({ title }: { title: Key }) {
  const { t } = useWords()
  const navigate = useNavigate()
  const back = () => void (history.state?.idx > 0 ? navigate(-1) : navigate('/', { replace: true }))
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center border-b border-line bg-surface pt-[env(safe-area-inset-top)]">
      <button
        type="button"
        onClick={back}
        aria-label={t('page.back')}
        className="flex size-14 items-center justify-center"
      >
        <svg
          viewBox="0 0 24 24"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          aria-hidden
        >
          <path d="M15 5l-7 7 7 7" />
        </svg>
      </button>
      <h1 className="flex-1 truncate pr-14 text-center text-lg font-semibold">{t(title)}</h1>
    </header>
  )
}
