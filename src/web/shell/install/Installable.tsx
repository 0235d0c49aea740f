import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWords } from '../../i18n/words.ts'
import { meQuery } from '../../queries/accounts.ts'
import { theme } from '../../state/theme.ts'
import { Bar } from './Bar.tsx'
import { type InstallPrompt, followInstallPrompt, installHint, linkManifest } from './manifest.ts'
import { startWorker, takeOver } from './worker.ts'

/**
 * Makes the app installable and asks two questions, one at a time: to use a new release, or to install the app. `releaseFile` is a file
 * that differs from release to release: the frame of the app.
 */
export function Installable({ releaseFile }: { releaseFile: string }) {
  const { t, locale } = useWords()
  const shown = theme.use()
  const { data: me } = useQuery(meQuery)
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null)
  const [prompt, setPrompt] = useState<InstallPrompt | null>(null)
  useEffect(() => followInstallPrompt(setPrompt), [])
  useEffect(() => linkManifest(locale, shown), [locale, shown])
  useEffect(() => {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
    // A browser may refuse (a private window, no space left); the app works without.
    void startWorker({ releaseFile, tell: setWaiting }).catch(() => undefined)
  }, [releaseFile])
  if (waiting) {
    return (
      <Bar
        text={t('install.updateReady')}
        yes={t('install.reload')}
        onYes={() => takeOver(waiting)}
        onLater={() => setWaiting(null)}
      />
    )
  }
  // The hint comes after the first success, once: whoever is logged in has had one.
  if (!prompt || !me || installHint.wasAnswered()) return null
  const answer = () => {
    installHint.answer()
    setPrompt(null)
  }
  const install = () => {
    answer()
    void prompt.prompt()
  }
  return <Bar text={t('install.title')} yes={t('install.yes')} onYes={install} onLater={answer} />
}
