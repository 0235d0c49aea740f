import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type english from './texts/en.json'

export type AboutTexts = typeof english

const load = import.meta.glob<AboutTexts>('./texts/*.json', { import: 'default' })

/** The long texts of this page alone, kept out of what everybody fetches to see the first screen. */
export const aboutTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['about-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })
