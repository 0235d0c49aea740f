import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import { houseTexts } from '#contract/site'
import { call } from '../../../client.ts'
import type english from './texts/en.json'

type AboutTexts = typeof english

const load = import.meta.glob<AboutTexts>('./texts/*.json', { import: 'default' })

/** The long texts of this page alone, kept out of what everybody fetches to see the first screen. */
export const aboutTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['about-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })

/** What the house wrote about itself instead, or besides. */
export const houseTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['site', 'texts', locale],
    queryFn: () => call(houseTexts, { locale }),
    staleTime: 60_000,
  })
