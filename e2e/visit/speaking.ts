import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { type Words, wordsOf } from '../journey.ts'

/**
 * Speaks a language on the page that is open, as it stands: the way it follows what is chosen in another tab. Waits until the page
 * says so, shows something, and nothing that it shows is still fetched.
 */
async function speakHere(page: Page, locale: Locale, words: Words): Promise<void> {
  const spoken = await page.evaluate(
    async ([name, loading]) => {
      localStorage.setItem('clearball.locale', name)
      dispatchEvent(new StorageEvent('storage', { key: 'clearball.locale', newValue: name }))
      const isThere = () =>
        document.documentElement.lang === name &&
        [...document.querySelectorAll('main')].some((each) => each.checkVisibility()) &&
        [...document.querySelectorAll(`[aria-label=${JSON.stringify(loading)}]`)].every(
          (each) => !each.checkVisibility(),
        )
      const until = performance.now() + 20_000
      while (!isThere()) {
        if (performance.now() > until) return `${location.pathname} does not speak ${name}, or is still fetched`
        await new Promise(requestAnimationFrame)
      }
      return name
    },
    [locale, words.common!.loading!] as const,
  )
  if (spoken !== locale) throw new Error(spoken)
}

/** Looks at what is open in one language after the other, and leaves it in the last. */
export async function inEach(
  page: Page,
  spoken: readonly Locale[],
  look: (words: Words, locale: Locale) => Promise<void>,
): Promise<void> {
  for (const locale of spoken) {
    const words = await wordsOf(locale)
    await speakHere(page, locale, words)
    await look(words, locale)
  }
}
