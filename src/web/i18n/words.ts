import { Refused } from '#contract/client'
import type { Facts, RefusalCode } from '#contract/refusals'
import { factsIn, fill, refusalSentence } from '#contract/texts'
import { writeNumber } from '#core/writing/number-format'
import { type Words, language, loadAllWords } from './index.ts'

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]
type Singular<K extends string> = K extends `${infer Base}_other` ? Base : K extends `${string}_one` ? never : K

/** Every text of the app; another key does not compile. A text with plural forms is named without the form. */
export type Key = Singular<Leaves<Words>>

type Given = Readonly<Record<string, string | number>>

function lookUp(key: string): string | undefined {
  let at: unknown = language.get().words
  for (const part of key.split('.')) at = (at as Record<string, unknown> | undefined)?.[part]
  return typeof at === 'string' ? at : undefined
}

/** A text with its facts in place; numbers as the language writes them, in the plural form that `count` asks for. */
export function say(key: Key, given: Given = {}): string {
  const { locale } = language.get()
  const text = lookUp(key) ?? inPlural(key, given.count) ?? key
  const facts = Object.entries(given).map(([name, value]) => [
    name,
    typeof value === 'number' ? writeNumber(locale, value) : value,
  ])
  return fill(text, Object.fromEntries(facts) as Facts)
}

function inPlural(key: string, count: string | number | undefined): string | undefined {
  const other = lookUp(`${key}_other`)
  // Half of the languages have one form for all numbers, and the browser's rules take a small phone a while to make.
  if (typeof count !== 'number' || lookUp(`${key}_one`) === undefined) return other
  return lookUp(`${key}_${language.get().plurals().select(count)}`) ?? other
}

/** The sentence for a refusal. Home is shown before these sentences are loaded: the first refusal loads them. */
function refusal(code: RefusalCode, facts: Facts = {}): string {
  const { locale, words, isWhole } = language.get()
  if (isWhole) return refusalSentence(words, code, factsIn(locale, facts))
  loadAllWords().catch(() => undefined)
  return ''
}

/** What to tell somebody whose request failed, for whatever reason. */
export function problem(error: unknown): string {
  return error instanceof Refused ? refusal(error.code, error.facts) : say('common.unreachable')
}

/** The app's words in the language in use. */
export function useWords() {
  const { locale } = language.use()
  return { t: say, refusal, problem, locale }
}
