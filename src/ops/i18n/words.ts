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
import { PasskeyRefused } from '#ui/browser/passkeys.ts'
import type english from './locales/en.json'

type Words = typeof english
export type WordKey = keyof Words

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

/** Switches to another language and reloads the page. */
export function chooseLanguage(locale: string): void {
  localStorage.setItem(storageKey, locale)
  location.assign(location.pathname)
}

/** The language that is spoken, for numbers and times. */
export const spoken = () => document.documentElement.lang

export function t(key: WordKey, facts: Facts = {}): string {
  return fill(words[key], facts)
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
