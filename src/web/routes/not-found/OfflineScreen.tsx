import { useEffect } from 'react'
import { useWords } from '../../i18n/words.ts'

const waitMs = { first: 2_000, most: 30_000 }

/** Stands in for a page whose code was never fetched, until it can be. */
export function OfflineScreen() {
  const { t } = useWords()
  useEffect(reloadWhenReachable, [])
  return (
    <main className="flex flex-1 flex-col items-center justify-center gap-3 p-8 text-center">
      <img src="/mark.svg" alt="" className="size-16 opacity-60" />
      <p className="text-quiet">{t('page.offlineText')}</p>
    </main>
  )
}

/** A browser says that it is connected before anything gets through, and says it once; so the server is looked for as well. */
function reloadWhenReachable(): () => void {
  let timer = 0
  let nextMs = waitMs.first
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), nextMs)
    nextMs = Math.min(2 * nextMs, waitMs.most)
  }
  const look = async () => {
    const isThere = navigator.onLine && (await fetch('/api/health', { cache: 'no-store' }).catch(() => null))?.ok
    if (isThere) location.reload()
    else wait()
  }
  const retry = () => void look()
  addEventListener('online', retry)
  wait()
  return () => {
    clearTimeout(timer)
    removeEventListener('online', retry)
  }
}
