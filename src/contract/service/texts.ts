import type { Locale } from '../locales.ts'
import type english from './texts/en.json'

/**
 * What customer service says by itself: quick answers, and the words of an exported conversation. The server asks for
 * it.
 */
export type ServiceTexts = typeof english

export const loadServiceTexts: Readonly<Record<Locale, () => Promise<{ default: ServiceTexts }>>> = {
  vi: () => import('./texts/vi.json', { with: { type: 'json' } }),
  ja: () => import('./texts/ja.json', { with: { type: 'json' } }),
  th: () => import('./texts/th.json', { with: { type: 'json' } }),
  'zh-CN': () => import('./texts/zh-CN.json', { with: { type: 'json' } }),
  en: () => import('./texts/en.json', { with: { type: 'json' } }),
  ko: () => import('./texts/ko.json', { with: { type: 'json' } }),
  fr: () => import('./texts/fr.json', { with: { type: 'json' } }),
  id: () => import('./texts/id.json', { with: { type: 'json' } }),
  ru: () => import('./texts/ru.json', { with: { type: 'json' } }),
}
