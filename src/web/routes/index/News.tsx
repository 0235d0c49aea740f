import { useQuery } from '@tanstack/react-query'
import { Megaphone } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyAgain } from '#ui/loading/lazy-again.ts'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'
import { announcementsQuery } from '../../queries/site.ts'
import { ErrorBoundary } from '#ui/loading/ErrorBoundary'

/** Fetched when somebody opens it. */
const NewsSheet = lazyAgain(async () => (await import('./NewsSheet.tsx')).NewsSheet)

/**
 * The newest announcement in two lines; a tap opens all of them. Without one a standing line keeps the place, so that
 * nothing moves when an announcement comes.
 */
export function News() {
  const { t, locale } = useWords()
  const { data: me } = useQuery(meQuery)
  const { data } = useQuery(announcementsQuery(locale))
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const [newest] = data?.items ?? []
  if (!newest)
    return (
      <p className="flex min-h-6 items-center text-sm text-quiet">
        {me ? t('home.greeting', { name: me.nickname }) : t('app.tagline')}
      </p>
    )
  return (
    <>
      <button
        type="button"
        className="flex min-h-11 items-center gap-2 text-left text-sm"
        onClick={() => setOpenedAt(performance.now())}
      >
        <Megaphone aria-hidden className="size-5 shrink-0 text-brand" />
        <span className="line-clamp-2 leading-snug">{newest.text}</span>
      </button>
      {openedAt === null ? null : (
        <ErrorBoundary at={String(openedAt)} fallback={null}>
          <Suspense>
            <NewsSheet items={data!.items} onClose={() => setOpenedAt(null)} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  )
}
