import { type Locale, defaultLocale, isLocale } from '#contract/locales'
import { language, loadLanguage } from '../i18n/index.ts'

const storageKey = 'clearball.locale'

/** The language to begin with: named in the address, or chosen earlier, or the default. */
export function firstLocale(): Locale {
  const named = new URLSearchParams(location.search).get('lang')
  if (named && isLocale(named)) localStorage.setItem(storageKey, named)
  const kept = localStorage.getItem(storageKey)
  return kept && isLocale(kept) ? kept : defaultLocale
}

export const currentLocale = (): Locale => language.get().locale

/**
 * Chooses a language and stores it in this browser, where the next start may be without a connection: only once it is
 * loaded. Answers whether it is used, as `loadLanguage` does.
 */
export async function chooseLocale(locale: Locale): Promise<boolean> {
  const isUsed = await loadLanguage(locale)
  if (isUsed) localStorage.setItem(storageKey, locale)
  return isUsed
}

/** Speaks from now on what is chosen in another tab of this browser. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    // A tab that cannot fetch it goes on in its own.
    if (key === storageKey && newValue && isLocale(newValue)) loadLanguage(newValue).catch(() => undefined)
  })
}
