import { RefreshCw } from 'lucide-react'
import { useWords } from '../../i18n/words.ts'

/** Asks for a list anew. */
export function Refresh({ of: listed }: { of: { readonly isFetching: boolean; readonly refetch: () => unknown } }) {
  const { t } = useWords()
  return (
    <button
      type="button"
      disabled={listed.isFetching}
      onClick={() => void listed.refetch()}
      className="flex min-h-11 items-center gap-2 self-end px-1 text-sm font-semibold text-brand disabled:opacity-60"
    >
      <RefreshCw aria-hidden className={`size-4 ${listed.isFetching ? 'motion-safe:animate-spin' : ''}`} />
      {t('money.refresh')}
    </button>
  )
}
