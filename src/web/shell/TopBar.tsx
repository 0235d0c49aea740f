import { ChevronLeft } from 'lucide-react'
import { Suspense } from 'react'
import type { GameCode } from '#core/games/catalogue'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { type Key, useWords } from '../i18n/words.ts'
import { goBack } from './navigation.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'

/** Only boards need it, so home does not fetch it. */
const GameBar = lazyAgain(async () => (await import('./draws/GameBar.tsx')).GameBar)

/** The page's title and the way back; on a board also the way to other games, and the balance. */
export function TopBar({ title, game }: { title: Key; game: GameCode | null }) {
  const { t } = useWords()
  const plain = <h1 className="min-w-0 flex-1 text-lg font-semibold">{t(title)}</h1>
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
      {game ? (
        <ErrorBoundary fallback={plain}>
          <Suspense fallback={plain}>
            <GameBar game={game} />
          </Suspense>
        </ErrorBoundary>
      ) : (
        <h1 className="min-w-0 flex-1 py-1 pr-[56px] text-center text-lg leading-snug font-semibold short:text-base">
          {t(title)}
        </h1>
      )}
    </header>
  )
}
