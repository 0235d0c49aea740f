import { type Locale, isLocale } from '#contract/locales'
import { Refused } from '#contract/client'
import type { Facts } from '#contract/refusals'
import {
  type Names,
  type Plays,
  type Texts,
  factsIn,
  fill,
  loadNames,
  loadPlays,
  loadTexts,
  refusalSentence,
} from '#contract/texts'
import type { Label } from '#core/games/labels'
import { writeNumber } from '#core/writing/number-format'
import { PasskeyRefused } from '#ui/browser/passkeys.ts'
import type english from './locales/en.json'

/** A text with plural forms is named without the form, and every language has at least the form for any number. */
type Base<K extends string> = K extends `${infer Name}_other` ? Name : K extends `${string}_one` ? never : K
export type WordKey = Base<keyof typeof english>
type Words = Readonly<Record<Exclude<keyof typeof english, `${string}_one`>, string>>

/** The console speaks the operators' three languages. */
const loadWords = {
  en: () => import('./locales/en.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./locales/zh-CN.json', { with: { type: 'json' } }),
  vi: () => import('./locales/vi.json', { with: { type: 'json' } }),
} as const satisfies Partial<Record<Locale, () => Promise<{ default: Words }>>>

type ConsoleLocale = keyof typeof loadWords

export const consoleLocales = { en: 'English', 'zh-CN': '简体中文', vi: 'Tiếng Việt' } as const satisfies Record<
  ConsoleLocale,
  string
>

const storageKey = 'clearball.console.locale'

function currentLocale(): ConsoleLocale {
  const named = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem(storageKey) ?? ''
  const offered = [named, ...navigator.languages].map((tag) => (tag.startsWith('zh') ? 'zh-CN' : tag.split('-')[0]!))
  return (offered.find((tag) => isLocale(tag) && tag in loadWords) as ConsoleLocale | undefined) ?? 'en'
}

let words: Words
let shared: Texts & Names
let plays: Plays

/** Loads the language once, before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  const locale = currentLocale()
  const loads = [loadWords[locale](), loadTexts[locale](), loadNames[locale](), loadPlays[locale]()] as const
  const [own, contract, names, markets] = await Promise.all(loads)
  words = own.default
  plays = markets.default
  shared = { ...contract.default, ...names.default }
  document.documentElement.lang = locale
}

/** Switches to another language and reloads the page, with all that the address holds besides the language. */
export function chooseLanguage(locale: string): void {
  localStorage.setItem(storageKey, locale)
  const asked = new URLSearchParams(location.search)
  asked.delete('lang')
  location.assign(asked.size === 0 ? location.pathname : `${location.pathname}?${String(asked)}`)
}

/** The language that is spoken, for numbers and times. */
export const spoken = () => document.documentElement.lang

type Given = Readonly<Record<string, string | number>>

/** A text with its facts in place; numbers as the language writes them, in the plural form that `count` asks for. */
export function t(key: WordKey, given: Given = {}): string {
  const facts = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'number' ? writeNumber(spoken(), value) : value,
  ])
  return fill(formOf(words, key, { locale: spoken(), count: given.count }), Object.fromEntries(facts) as Facts)
}

type Counted = { readonly locale: string; readonly count: string | number | undefined }

/** The text of a key, in the plural form of the count where the text has such forms. */
export function formOf(all: Readonly<Record<string, string>>, key: WordKey, { locale, count }: Counted): string {
  const plain = all[key]
  if (plain !== undefined) return plain
  const form = typeof count === 'number' ? new Intl.PluralRules(locale).select(count) : 'other'
  return all[`${key}_${form}`] ?? all[`${key}_other`] ?? key
}

/** Words that the console shares with players and mails: statuses, reasons, games. */
export const sharedWords = (): Texts & Names => shared

/** What to tell somebody whose request failed. */
export function problem(error: unknown): string {
  if (error instanceof Refused) return refusalSentence(shared, error.code, factsIn(spoken(), error.facts))
  return t(error instanceof PasskeyRefused ? 'passkeyRefused' : 'unreachable')
}

/** A text for a name that the server may know before the console does; the name itself where there is none yet. */
export function named(prefix: string, name: string): string {
  const all: Readonly<Record<string, string>> = words
  return all[`${prefix}.${name}`] ?? name
}

/** The word for a market, a place or a selection. */
export function playWord({ key, values }: Label): string {
  const found = key.split('.').reduce<unknown>((inside, name) => (inside as Record<string, unknown>)[name], plays)
  const facts = Object.entries(values).map(([name, value]) => [name, String(value)])
  return fill(found as string, Object.fromEntries(facts) as Facts)
}
