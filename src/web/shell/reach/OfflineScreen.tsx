import { type ReactNode, useEffect } from 'react'
import { Button, buttonClass } from '#ui/Button'
import { useWords } from '../../i18n/words.ts'
import { Link } from '../Link.tsx'
import { isReachable } from './reachable.ts'
import { isAllSent, reload } from './reload.ts'

const storageKey = 'clearball.next-look'
const waitMs = { first: 2_000, most: 30_000 }

/**
 * Stands where a page could not be fetched and there is none to stay on, until it can be. It is part of the app's first
 * script, since nothing more could be fetched.
 */
export function OfflineScreen() {
  const { t } = useWords()
  useEffect(reloadWhenReachable, [])
  return (
    <StandIn>
      <p className="text-quiet">{t('page.offlineText')}</p>
    </StandIn>
  )
}

/** Replaces a page that could not be rendered. */
export function BrokenScreen() {
  const { t } = useWords()
  return (
    <StandIn>
      <p className="text-quiet">{t('page.brokenText')}</p>
    </StandIn>
  )
}

/** Ways on that work without the page's code: reload, and home, which comes with the app. */
function StandIn({ children }: { children: ReactNode }) {
  const { t } = useWords()
  return (
    <main className="flex flex-1 flex-col items-center justify-center gap-3 p-8 text-center">
      <img src="/mark.svg" alt="" className="size-16 opacity-60" />
      {children}
      <Button onClick={() => void reload()}>{t('common.retry')}</Button>
      <Link to="/" className={buttonClass('quiet')}>
        {t('page.home')}
      </Link>
    </main>
  )
}

/** The browser reports a connection only once, and before requests get through; so this also polls the server. */
function reloadWhenReachable(): () => void {
  let timer = 0
  let isOver = false
  // Stored across the reload: otherwise a page whose code is broken would reload every other second for ever.
  const [keptMs, atMs] = (sessionStorage.getItem(storageKey) ?? '').split(' ').map(Number)
  let nextMs = keptMs && Date.now() - atMs! < 2 * waitMs.most ? keptMs : waitMs.first
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void look(), nextMs)
    nextMs = Math.min(2 * nextMs, waitMs.most)
    sessionStorage.setItem(storageKey, `${nextMs} ${Date.now()}`)
  }
  const look = async () => {
    const mayReload = (await isReachable()) && (await isAllSent())
    if (isOver) return
    if (mayReload) location.reload()
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
