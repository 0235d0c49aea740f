import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type { Problem } from '../../../state/owed/kept-proofs.ts'
import type english from './texts/en.json'

/** Every problem has its words; one without does not compile. */
export type OwedTexts = typeof english & {
  readonly own: { readonly problems: Readonly<Record<Problem, string>> }
}

const load: Record<string, () => Promise<OwedTexts>> = import.meta.glob<typeof english>('./texts/*.json', {
  import: 'default',
})

/** The long texts of the pages about what the house owes, fetched with them. */
export const owedTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['owed-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })
