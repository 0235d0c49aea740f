import { type Locale, defaultLocale, isLocale } from '#contract/locales'

const storageKey = 'clearball.locale'

/** The language in use: named in the address, or chosen earlier, or the default. */
export function currentLocale(): Locale {
  const named = new URLSearchParams(location.search).get('lang')
  if (named && isLocale(named)) localStorage.setItem(storageKey, named)
  const kept = localStorage.getItem(storageKey)
  return kept && isLocale(kept) ? kept : defaultLocale
}
