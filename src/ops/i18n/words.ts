import { type Locale, isLocale } from '#contract/locales'
import { Refused } from '#contract/client'
import type { Facts } from '#contract/refusals'
import { type Texts, fill, loadTexts, refusalSentence } from '#contract/texts'
import type english from './locales/en.json'

type Words = typeof english

/** The console speaks the operators' three languages. */
const loadWords = {
  en: () => import('./locales/en.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./locales/zh-CN.json', { with: { type: 'json' } }),
  vi: () => import('./locales/vi.json', { with: { type: 'json' } }),
} as const satisfies Partial<Record<Locale, () => Promise<{ default: Words }>>>

type ConsoleLocale = keyof typeof loadWords

function currentLocale(): ConsoleLocale {
  const named = new URLSearchParams(location.search).get('lang') ?? ''
  const offered = [named, ...navigator.languages].map((tag) => (tag.startsWith('zh') ? 'zh-CN' : tag.split('-')[0]!))
  return (offered.find((tag) => isLocale(tag) && tag in loadWords) as ConsoleLocale | undefined) ?? 'en'
}

let words: Words
let shared: Texts

/** Loads the language once, before anything is drawn. */
export async function loadLanguage(): Promise<void> {
  const locale = currentLocale()
  const [own, contract] = await Promise.all([loadWords[locale](), loadTexts[locale]()])
  words = own.default
  shared = contract.default
  document.documentElement.lang = locale
}

export function t(key: keyof Words, facts: Facts = {}): string {
  return fill(words[key], facts)
}

/** What to tell somebody whose request failed. */
export function problem(error: unknown): string {
  return error instanceof Refused ? refusalSentence(shared, error.code, error.facts) : t('unreachable')
}
