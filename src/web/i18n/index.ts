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

/** Counts the languages that were asked for: their files may come in another order. */
let latest = 0

/**
 * Loads a language and uses it from now on, unless another was asked for meanwhile. Answers whether it is used; fails
 * if its files cannot be fetched.
 */
export async function loadLanguage(locale: Locale): Promise<boolean> {
  const turn = ++latest
  const loading = load(locale, true)
  await Promise.allSettled([loading])
  if (turn !== latest) return false
  language.set(await loading)
  return true
}

/**
 * Loads the first language. A language whose files cannot be fetched is replaced by the fallback of the specification;
 * a test makes sure that no language lacks a text. Where that cannot be fetched completely either, this loads the words
 * of the frame in any language that can be, so that the app can say what is wrong, and fails.
 */
export async function loadFirstLanguage(locale: Locale, isWhole: boolean): Promise<void> {
  try {
    language.set(await load(locale, isWhole).catch(() => load(fallbackLocale, isWhole)))
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
  if (isWhole) return
  const whole = await load(locale, true)
  // One that was chosen meanwhile has all its words.
  if (language.get().locale === locale) language.set(whole)
}
