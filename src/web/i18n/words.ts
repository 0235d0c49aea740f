import { useTranslation } from 'react-i18next'
import { Refused } from '#contract/client'
import type { Locale } from '#contract/locales'
import { type Facts, type RefusalCode, refusalTextKey } from '#contract/refusals'
import type { Texts } from '#contract/texts'
import type screens from './locales/en.json'

type Leaves<T> = { [K in keyof T & string]: T[K] extends string ? K : `${K}.${Leaves<T[K]>}` }[keyof T & string]

/** Every text the app may ask for; another key does not compile. */
export type Key = Leaves<typeof screens & Texts>

/** The app's words in the language in use. */
export function useWords() {
  const { t, i18n } = useTranslation()
  const say = (key: Key, facts: Record<string, string | number> = {}): string => t(key, facts)
  const refusal = (code: RefusalCode, facts: Facts = {}): string => t(`refusal.${refusalTextKey(code, facts)}`, facts)
  return {
    t: say,
    refusal,
    locale: i18n.language as Locale,
    /** What to tell somebody whose request failed, for whatever reason. */
    problem: (error: unknown): string =>
      error instanceof Refused ? refusal(error.code, error.facts) : say('common.unreachable'),
  }
}
