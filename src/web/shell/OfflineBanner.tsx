import { useSyncExternalStore } from 'react'
import { useWords } from '../i18n/words.ts'

function listen(tell: () => void) {
  addEventListener('online', tell)
  addEventListener('offline', tell)
  return () => {
    removeEventListener('online', tell)
    removeEventListener('offline', tell)
  }
}

/** Whether the device has a connection at all; money actions wait for it. */
export const useIsOnline = (): boolean =>
  useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )

export function OfflineBanner() {
  const { t } = useWords()
  const isOnline = useIsOnline()
  return (
    <output aria-live="polite">
      {isOnline ? null : (
        <span className="block bg-warning-soft px-4 py-2 text-center text-sm text-warning">{t('common.offline')}</span>
      )}
    </output>
  )
}
