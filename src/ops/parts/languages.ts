import { type Locale, locales } from '#contract/locales'
import { spoken } from '../i18n/words.ts'

/** A language of players by its name in the operator's own. */
export function languageName(locale: string): string {
  // By its script, as people call it, and not by a country.
  const tag = locale === 'zh-CN' ? 'zh-Hans' : locale
  return new Intl.DisplayNames(spoken(), { type: 'language' }).of(tag) ?? locale
}

/** Every language of players, to choose one. */
export const languageOptions = (): (readonly [Locale, string])[] =>
  locales.map((locale) => [locale, languageName(locale)] as const)

/**
 * What a field for a date and a time was filled in with, in the operator's own time; nothing where it was left empty.
 */
export const instantOf = (given: string | undefined): number | undefined =>
  given ? new Date(given).getTime() : undefined

/** An instant as a field for a date and a time takes it, in the operator's own time. */
export function fieldTime(ms: number | null | undefined): string {
  if (ms === null || ms === undefined) return ''
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}
