import { useWords } from '../i18n/words.ts'
import { FetchError } from './FetchError.tsx'

type Asked = { readonly error: unknown; readonly refetch: () => unknown }

/** A page that still waits for its answer, or whose answer failed. */
export function PendingPage({ for: asked }: { for: Asked }) {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col gap-4 p-4">
      {asked.error ? (
        <FetchError error={asked.error} onRetry={asked.refetch} />
      ) : (
        <>
          <output className="block h-24 rounded-card bg-surface" aria-label={t('common.loading')} />
          <div className="h-64 rounded-card bg-surface" />
        </>
      )}
    </main>
  )
}
