import i18next from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { type Locale, fallbackLocale } from '#contract/locales'
import { loadTexts } from '#contract/texts'
import { currentLocale } from '../state/locale.ts'
import type screens from './locales/en.json'

const loadScreens = import.meta.glob<typeof screens>('./locales/*.json', { import: 'default' })

/** A language is the screens' words and the contract's, fetched together when it is needed. */
async function load(locale: Locale) {
  const [words, { default: shared }] = await Promise.all([
    loadScreens[`./locales/${locale}.json`]!(),
    loadTexts[locale](),
  ])
  return { ...words, ...shared }
}

export async function startI18n(): Promise<void> {
  await i18next
    .use(resourcesToBackend((locale: string) => load(locale as Locale)))
    .use(initReactI18next)
    .init({
      lng: currentLocale(),
      fallbackLng: fallbackLocale,
      load: 'currentOnly',
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    })
  document.documentElement.lang = i18next.language
}
