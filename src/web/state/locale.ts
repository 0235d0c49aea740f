import { type Locale, defaultLocale, isLocale } from '#contract/locales'
import { language, speak } from '../i18n/index.ts'

const storageKey = 'clearball.locale'

/** The language to begin with: named in the address, or chosen earlier, or the default. */
export function firstLocale(): Locale {
  const named = new URLSearchParams(location.search).get('lang')
  if (named && isLocale(named)) localStorage.setItem(storageKey, named)
  const kept = localStorage.getItem(storageKey)
  return kept && isLocale(kept) ? kept : defaultLocale
}

export const currentLocale = (): Locale => language.get().locale

/** Chooses a language for good, as far as this browser goes. */
export async function chooseLocale(locale: Locale): Promise<void> {
  localStorage.setItem(storageKey, locale)
  await speak(locale)
}
