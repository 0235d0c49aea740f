import { type Locale, fallbackLocale, locales } from '#contract/locales'
import { type Names, type Plays, type Texts, loadNames, loadPlays, loadTexts } from '#contract/texts'
import { createStore } from '#ui/store.ts'
import type frame from './locales/en.json'
import type screens from './locales/screens/en.json'

export type Words = typeof frame & typeof screens & Plays & Names & Texts
type Language = {
  readonly locale: Locale
  readonly words: Words
  readonly plurals: Intl.PluralRules
  readonly isWhole: boolean
}

const loadFrame = import.meta.glob<typeof frame>('./locales/*.json', { import: 'default' })
const loadScreens = import.meta.glob<typeof screens>('./locales/screens/*.json', { import: 'default' })

/** The language in use. It is there before anything is drawn. */
export const language = createStore<Language>(null as never)

/**
 * A language is the frame's words, the names of things and, for every page but home, the other screens' words and the
 * contract's: those are fetched with the first page that needs them, since home is what a first visitor waits for.
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
  return { locale, words: all, plurals: new Intl.PluralRules(locale), isWhole }
}

/**
 * Speaks a language from now on. No language lacks a text (a test sees to that); the fallback of the specification
 * serves who asked for a language whose file cannot be fetched.
 */
export async function speak(locale: Locale, isWhole = true): Promise<void> {
  language.set(await load(locale, isWhole).catch(() => load(fallbackLocale, isWhole)))
}

/**
 * Begins to speak. Where the words of all screens are wanted and cannot be had, those of the frame have to do for saying so, in
 * whatever language they can be had, and it fails.
 */
export async function beginToSpeak(locale: Locale, isWhole: boolean): Promise<void> {
  try {
    await speak(locale, isWhole)
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

export const isSpeaking = (): boolean => language.get() !== null

/** Sees to it that the words of every screen are there. */
export async function speakWholly(): Promise<void> {
  const { locale, isWhole } = language.get()
  if (!isWhole) language.set(await load(locale, true))
}
