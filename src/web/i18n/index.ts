import { type Locale, fallbackLocale } from '#contract/locales'
import { type Texts, loadTexts } from '#contract/texts'
import { createStore } from '#ui/store.ts'
import type screens from './locales/en.json'

export type Words = typeof screens & Texts
type Language = { readonly locale: Locale; readonly words: Words }

const loadScreens = import.meta.glob<typeof screens>('./locales/*.json', { import: 'default' })

/** The language in use. It is there before anything is drawn. */
export const language = createStore<Language>(null as never)

/** A language is the screens' words and the contract's, fetched together when it is needed. */
async function load(locale: Locale): Promise<Language> {
  const [words, { default: shared }] = await Promise.all([
    loadScreens[`./locales/${locale}.json`]!(),
    loadTexts[locale](),
  ])
  return { locale, words: { ...words, ...shared } }
}

/**
 * Speaks a language from now on. No language lacks a text (a test sees to that); the fallback of the specification
 * serves who asked for a language whose file cannot be fetched.
 */
export async function speak(locale: Locale): Promise<void> {
  language.set(await load(locale).catch(() => load(fallbackLocale)))
}
