import type { Locale } from '#contract/locales'

/** Each language by its own name, so that people who read only that one find it. */
export const languageNames: Readonly<Record<Locale, string>> = {
  vi: 'Tiếng Việt',
  ja: '日本語',
  th: 'ไทย',
  'zh-CN': '简体中文',
  en: 'English',
  ko: '한국어',
  fr: 'Français',
  id: 'Bahasa Indonesia',
  ru: 'Русский',
}
