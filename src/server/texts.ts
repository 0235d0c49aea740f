import { type Locale, locales } from '#contract/locales'
import { type Texts, loadTexts } from '#contract/texts'

/** All nine languages, held for answers and mails. */
export const texts = Object.fromEntries(
  await Promise.all(locales.map(async (locale) => [locale, (await loadTexts[locale]()).default])),
) as Readonly<Record<Locale, Texts>>
