import type { Page } from '@playwright/test'
import type { Locale } from '#contract/locales'
import { type Words, wordsOf } from '../journey.ts'

/**
 * Speaks a language on the page that is open, as it stands: by the function that the language page calls. Waits until
 * the page says so, shows something, and nothing that it shows is still fetched.
 */
async function speakHere(page: Page, locale: Locale, words: Words): Promise<void> {
  const spoken = await page.evaluate(
    async ([name, loading]) => {
      type Choose = (locale: string) => Promise<void>
      const kept = window as { chooseLocale?: Choose }
      if (!kept.chooseLocale) {
        // What is imported here runs already: a module is fetched and run once in a page.
        const scripts = [...document.scripts, ...document.querySelectorAll('link[rel=modulepreload]')]
        const addresses = scripts.map((each) => each.getAttribute('src') ?? each.getAttribute('href') ?? '')
        const modules = await Promise.all(
          addresses.filter((each) => each.includes('/assets/')).map((each) => import(each) as Promise<object>),
        )
        const found = modules
          .flatMap((each) => Object.values(each) as unknown[])
          .filter((each) => typeof each === 'function' && /^async[^{]*\{localStorage\.setItem\(/.test(String(each)))
        if (found.length !== 1) return `${found.length} functions choose a language`
        kept.chooseLocale = found[0] as Choose
      }
      await kept.chooseLocale(name)
      const isThere = () =>
        document.documentElement.lang === name &&
        [...document.querySelectorAll('main')].some((each) => each.checkVisibility()) &&
        [...document.querySelectorAll(`[aria-label=${JSON.stringify(loading)}]`)].every(
          (each) => !each.checkVisibility(),
        )
      const until = performance.now() + 10_000
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
