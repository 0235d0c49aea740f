import { type Locale, locales } from '#contract/locales'
import { type Mails, loadMails } from '#contract/mails'
import { type Names, type Texts, loadNames, loadTexts } from '#contract/texts'

/** The texts of all nine languages, kept in memory for answers and mails. */
export const texts = Object.fromEntries(
  await Promise.all(
    locales.map(async (locale) => {
      const [shared, names, mails] = await Promise.all([loadTexts[locale](), loadNames[locale](), loadMails[locale]()])
      return [locale, { ...shared.default, ...names.default, ...mails.default }]
    }),
  ),
) as Readonly<Record<Locale, Texts & Names & Mails>>
