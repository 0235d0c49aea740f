import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Locale } from '#contract/locales'
import { loadNames } from '#contract/texts'
import { language, loadAllWords, loadFirstLanguage } from '../i18n/index.ts'
import { chooseLocale, currentLocale, firstLocale } from './locale.ts'

/** What the browser stores. */
let storage: Map<string, string>

beforeEach(async () => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  })
  vi.stubGlobal('location', { search: '' })
  await loadFirstLanguage('en', true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A file of the language comes only once this is called. */
function holdBack(locale: Locale): () => void {
  const load = loadNames[locale]
  const held = Promise.withResolvers<void>()
  vi.spyOn(loadNames, locale).mockImplementation(async () => held.promise.then(load))
  return held.resolve
}

const withhold = (locale: Locale) => vi.spyOn(loadNames, locale).mockRejectedValue(new TypeError('Failed to fetch'))

test('of two languages the one chosen last is spoken and stored, whichever is fetched first', async () => {
  const letThrough = holdBack('ja')
  const mistaken = chooseLocale('ja')
  expect(await chooseLocale('vi')).toBe(true)
  letThrough()
  expect(await mistaken).toBe(false)
  expect([currentLocale(), firstLocale()]).toEqual(['vi', 'vi'])
})

test('a language that cannot be fetched is refused and not stored, and the one in use stays', async () => {
  await chooseLocale('ko')
  withhold('ja')
  await expect(chooseLocale('ja')).rejects.toThrow('Failed to fetch')
  expect([currentLocale(), firstLocale()]).toEqual(['ko', 'ko'])
})

test('nobody is told of a language that could not be fetched once they have chosen another', async () => {
  withhold('ja')
  const [mistaken, meant] = await Promise.all([chooseLocale('ja'), chooseLocale('vi')])
  expect([mistaken, meant, currentLocale()]).toEqual([false, true, 'vi'])
})

test('the rest of a language that comes late does not replace one that was chosen meanwhile', async () => {
  await loadFirstLanguage('th', false)
  const letThrough = holdBack('th')
  const rest = loadAllWords()
  await chooseLocale('vi')
  letThrough()
  await rest
  expect(language.get()).toMatchObject({ locale: 'vi', isWhole: true })
})
