/** The nine languages. The picker offers the first six, in this order (specification, section 1). */
export const locales = ['vi', 'ja', 'th', 'zh-CN', 'en', 'ko', 'fr', 'id', 'ru'] as const

export type Locale = (typeof locales)[number]

/** Used when nothing was chosen. */
export const defaultLocale: Locale = 'vi'

/** Used where a language lacks a text. */
export const fallbackLocale: Locale = 'zh-CN'

export function isLocale(text: string): text is Locale {
  return (locales as readonly string[]).includes(text)
}

/** The best of our languages for an Accept-Language header, or null. Order in the header decides, not its weights. */
export function preferredLocale(header: string | undefined): Locale | null {
  for (const range of header?.split(',') ?? []) {
    const tag = range.split(';')[0]!.trim().toLowerCase()
    const found = locales.find((each) => tag === each.toLowerCase() || tag.split('-')[0] === each.split('-')[0])
    if (found) return found
  }
  return null
}
