import { amountText } from '#core/money/amount-text'
import { parseCents } from '#core/money/cents'
import { timeText } from '#core/writing/time-text'
import type { Locale } from './locales.ts'
import type { Facts, RefusalCode } from './refusals.ts'
import type names from './names/en.json'
import type plays from './plays/en.json'
import type english from './texts/en.json'

/**
 * The words that both apps and the server's answers share: refusals, reasons, movements. Mails are the server's alone.
 */
export type Texts = typeof english

/** One chunk per language, loaded when it is needed. */
export const loadTexts: Readonly<Record<Locale, () => Promise<{ default: Texts }>>> = {
  vi: () => import('./texts/vi.json', { with: { type: 'json' } }),
  ja: () => import('./texts/ja.json', { with: { type: 'json' } }),
  th: () => import('./texts/th.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./texts/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./texts/en.json', { with: { type: 'json' } }),
  ko: () => import('./texts/ko.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  id: () => import('./texts/id.json', { with: { type: 'json' } }),
  ru: () => import('./texts/ru.json', { with: { type: 'json' } }),
}

/** What games and successes are called: the little that the first screen needs of the shared words. */
export type Names = typeof names

export const loadNames: Readonly<Record<Locale, () => Promise<{ default: Names }>>> = {
  vi: () => import('./names/vi.json', { with: { type: 'json' } }),
  ja: () => import('./names/ja.json', { with: { type: 'json' } }),
  th: () => import('./names/th.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./names/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./names/en.json', { with: { type: 'json' } }),
  ko: () => import('./names/ko.json', { with: { type: 'json' } }),
  fr: () => import('./names/fr.json', { with: { type: 'json' } }),
  id: () => import('./names/id.json', { with: { type: 'json' } }),
  ru: () => import('./names/ru.json', { with: { type: 'json' } }),
}

/** What markets, positions and selections are called, to players and to operators alike. */
export type Plays = typeof plays

export const loadPlays: Readonly<Record<Locale, () => Promise<{ default: Plays }>>> = {
  vi: () => import('./plays/vi.json', { with: { type: 'json' } }),
  ja: () => import('./plays/ja.json', { with: { type: 'json' } }),
  th: () => import('./plays/th.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./plays/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./plays/en.json', { with: { type: 'json' } }),
  ko: () => import('./plays/ko.json', { with: { type: 'json' } }),
  fr: () => import('./plays/fr.json', { with: { type: 'json' } }),
  id: () => import('./plays/id.json', { with: { type: 'json' } }),
  ru: () => import('./plays/ru.json', { with: { type: 'json' } }),
}

const moneyFacts = [
  'amount',
  'received',
  'missing',
  'fee',
  'actual',
  'min',
  'max',
  'left',
  'repaid',
  'credited',
  'owed',
]
const timeFacts = ['until', 'time']

/** Facts come as the wire has them; a reader gets money and instants as their language writes them. */
export function factsIn(locale: string, facts: Facts, writeTime = timeText): Facts {
  const written = ([name, value]: [string, string]) => {
    const cents = moneyFacts.includes(name) ? parseCents(value) : null
    const ms = timeFacts.includes(name) && /^\d{4}-\d{2}-\d{2}T/.test(value) ? Date.parse(value) : NaN
    return [name, cents !== null ? amountText(cents, locale) : Number.isNaN(ms) ? value : writeTime(ms, locale)]
  }
  return Object.fromEntries(Object.entries(facts).map(written)) as Facts
}

/** Puts facts into the `{{places}}` of a text. */
export function fill(text: string, facts: Facts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) => facts[name] ?? place)
}

/**
 * The sentence for a refusal, in the wording that one of its facts picks if there is one for it. The texts tell which
 * there are, so that no browser carries the catalogue. A code of a later release reads as a fault.
 */
export function refusalSentence(texts: Texts, code: RefusalCode, facts: Facts = {}): string {
  const sentences: Record<string, string> = texts.refusal
  const picked = Object.values(facts).find((value) => sentences[`${code}_${value}`])
  return fill(sentences[picked ? `${code}_${picked}` : code] ?? sentences.fault!, facts)
}
