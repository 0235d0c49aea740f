import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type english from './texts/en.json'

const load = import.meta.glob<typeof english>('./texts/*.json', { import: 'default' })

/** The terms that the product comes with, fetched by who reads them. */
export const termsTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['terms-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })
