import { Button } from '#ui/Button'
import { useWords } from '../i18n/words.ts'

/** Shown where something could not be fetched: why, and a button to try again. */
export function FetchError({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t, problem } = useWords()
  return (
    <div role="alert" className="flex flex-col items-start gap-3 rounded-card bg-danger-soft p-4 text-danger">
      <p>{problem(error)}</p>
      <Button look="quiet" onClick={() => void onRetry()}>
        {t('common.retry')}
      </Button>
    </div>
  )
}
