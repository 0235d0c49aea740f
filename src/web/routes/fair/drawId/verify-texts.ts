import { queryOptions } from '@tanstack/react-query'
import type { Locale } from '#contract/locales'
import type { Reason } from '#core/fairness/check/finding'
import type { StepName } from '#core/fairness/verify'
import type english from './texts/en.json'

/** Every step and every reason has its words; one without does not compile. */
export type VerifyTexts = typeof english & {
  readonly steps: Readonly<Record<StepName, { readonly title: string; readonly about: string }>>
  readonly reasons: Readonly<Record<Reason, string>>
}
export type FactName = keyof typeof english.facts

const load: Record<string, () => Promise<VerifyTexts>> = import.meta.glob<typeof english>('./texts/*.json', {
  import: 'default',
})

/** The long texts of this page alone, fetched with it. */
export const verifyTextsQuery = (locale: Locale) =>
  queryOptions({
    queryKey: ['verify-texts', locale],
    queryFn: () => load[`./texts/${locale}.json`]!(),
    staleTime: Infinity,
  })
