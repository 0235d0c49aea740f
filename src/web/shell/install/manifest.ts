import type { Locale } from '#contract/locales'
import type { Theme } from '#ui/browser/theme.ts'

/** Chromium's event for installing an app; other browsers have a menu for it. */
export type InstallPrompt = Event & { prompt(): Promise<unknown> }

const storageKey = 'clearball.install-hint'

export const installHint = {
  wasAnswered: () => localStorage.getItem(storageKey) !== null,
  answer: () => localStorage.setItem(storageKey, '1'),
}

/** Keeps the browser's install event for later. It comes after the manifest is linked, so none is missed. */
export function followInstallPrompt(tell: (prompt: InstallPrompt | null) => void): () => void {
  const offered = (event: Event) => {
    event.preventDefault()
    tell(event as InstallPrompt)
  }
  const installed = () => tell(null)
  addEventListener('beforeinstallprompt', offered)
  addEventListener('appinstalled', installed)
  return () => {
    removeEventListener('beforeinstallprompt', offered)
    removeEventListener('appinstalled', installed)
  }
}

/** Names the manifest in the language and the colours in use. */
export function linkManifest(locale: Locale, theme: Theme): void {
  let link = document.querySelector<HTMLLinkElement>('link[rel=manifest]')
  if (!link) {
    link = document.createElement('link')
    link.rel = 'manifest'
    document.head.append(link)
  }
  link.href = `/manifest.${locale}${theme === 'dark' ? '-dark' : ''}.webmanifest`
}
