import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type english from './texts/en.json'

export type FirstTexts = typeof english

const load = import.meta.glob<FirstTexts>('./texts/*.json', { import: 'default' })

/** What a newcomer is told, kept out of what everybody fetches to see the first screen. */
export const firstTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['first-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })
