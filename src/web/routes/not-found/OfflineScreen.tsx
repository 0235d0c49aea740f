import { useEffect } from 'react'
import { useWords } from '../../i18n/words.ts'

const storageKey = 'clearball.next-look'
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
  let isOver = false
  // Kept over the reload: a page whose code is there but broken is not asked for every other second for ever.
  const [keptMs, atMs] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number)
  let nextMs = keptMs && Date.now() - atMs! < 2 * waitMs.most ? keptMs : waitMs.first
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), nextMs)
    nextMs = Math.min(2 * nextMs, waitMs.most)
    sessionStorage.setItem(storageKey, `${nextMs} ${Date.now()}`)
  }
  const look = async () => {
    const isThere = navigator.onLine && (await isReachable())
    if (isOver) return
    if (isThere) location.reload()
    else wait()
  }
  const retry = () => {
    nextMs = waitMs.first
    void look()
  }
  addEventListener('online', retry)
  wait()
  return () => {
    isOver = true
    clearTimeout(timer)
    removeEventListener('online', retry)
  }
}

async function isReachable(): Promise<boolean> {
  const asked = fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}
