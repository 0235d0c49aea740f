import type { Locale } from './locales.ts'
import type english from './mails/en.json'

/** What mails say. Apart from the other texts, since no browser needs them. */
export type Mails = typeof english

export const loadMails: Readonly<Record<Locale, () => Promise<{ default: Mails }>>> = {
  vi: () => import('./mails/vi.json', { with: { type: 'json' } }),
  ja: () => import('./mails/ja.json', { with: { type: 'json' } }),
  th: () => import('./mails/th.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./mails/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./mails/en.json', { with: { type: 'json' } }),
  ko: () => import('./mails/ko.json', { with: { type: 'json' } }),
  fr: () => import('./mails/fr.json', { with: { type: 'json' } }),
  id: () => import('./mails/id.json', { with: { type: 'json' } }),
  ru: () => import('./mails/ru.json', { with: { type: 'json' } }),
}
