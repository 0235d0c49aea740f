import { useEffect } from 'react'
import { useWords } from '../../i18n/words.ts'

/** Stands in for a page whose code was never fetched, until it can be. */
export function OfflineScreen() {
  const { t } = useWords()
  useEffect(() => {
    const retry = () => location.reload()
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [])
  return (
    <main className="flex flex-1 flex-col items-center justify-center gap-3 p-8 text-center">
      <img src="/mark.svg" alt="" className="size-16 opacity-60" />
      <p className="text-quiet">{t('page.offlineText')}</p>
    </main>
  )
}
