import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type english from './texts/en.json'

export type RulesTexts = typeof english

const load = import.meta.glob<RulesTexts>('./texts/*.json', { import: 'default' })

/** The long texts of this page alone, fetched with it. */
export const rulesTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['rules-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })

/** How a market wins, in a sentence; every market has one, which a test sees to. */
export function ruleOf(says: RulesTexts, family: keyof RulesTexts['markets'], code: string): string {
  return (says.markets[family] as Readonly<Record<string, string>>)[code]!
}
