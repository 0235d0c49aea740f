import { type Locale, fallbackLocale, locales } from '#contract/locales'
import { type Names, type Plays, type Texts, loadNames, loadPlays, loadTexts } from '#contract/texts'
import { createStore } from '#ui/store.ts'
import type frame from './locales/en.json'
import type screens from './locales/screens/en.json'

export type Words = typeof frame & typeof screens & Plays & Names & Texts
type Language = {
  readonly locale: Locale
  readonly words: Words
  readonly plurals: () => Intl.PluralRules
  readonly isWhole: boolean
}

const loadFrame = import.meta.glob<typeof frame>('./locales/*.json', { import: 'default' })
const loadScreens = import.meta.glob<typeof screens>('./locales/screens/*.json', { import: 'default' })

/** The language in use. It is loaded before anything is drawn. */
export const language = createStore<Language>(null as never)

/**
 * A language has the words of the frame and the names of games. Every page but home also needs the words of the
 * screens, the plays and the contract; they are fetched with the first such page, so that a first visitor does not wait
 * for them.
 */
async function load(locale: Locale, isWhole: boolean): Promise<Language> {
  const [words, names, shared, others, plays] = await Promise.all([
    loadFrame[`./locales/${locale}.json`]!(),
    loadNames[locale](),
    isWhole ? loadTexts[locale]() : null,
    isWhole ? loadScreens[`./locales/screens/${locale}.json`]!() : null,
    isWhole ? loadPlays[locale]() : null,
  ])
  const all = { ...words, ...names.default, ...others, ...plays?.default, ...shared?.default } as Words
  let rules: Intl.PluralRules | undefined
  return { locale, words: all, plurals: () => (rules ??= new Intl.PluralRules(locale)), isWhole }
}

/**
 * Loads a language and uses it from now on. A language whose files cannot be fetched is replaced by the fallback of
 * the specification. A test makes sure that no language lacks a text.
 */
export async function loadLanguage(locale: Locale, isWhole = true): Promise<void> {
  language.set(await load(locale, isWhole).catch(() => load(fallbackLocale, isWhole)))
}

/**
 * Loads the first language. Where it cannot be fetched completely, this loads the words of the frame in any language
 * that can be, so that the app can say what is wrong, and fails.
 */
export async function loadFirstLanguage(locale: Locale, isWhole: boolean): Promise<void> {
  try {
    await loadLanguage(locale, isWhole)
  } catch (error) {
    for (const each of [locale, fallbackLocale, ...locales]) {
      const frame = await load(each, false).catch(() => null)
      if (!frame) continue
      language.set(frame)
      break
    }
    throw error
  }
}

export const hasLanguage = (): boolean => language.get() !== null

/** Loads the words of all screens, unless they are there already. */
export async function loadAllWords(): Promise<void> {
  const { locale, isWhole } = language.get()
  if (!isWhole) language.set(await load(locale, true))
}
