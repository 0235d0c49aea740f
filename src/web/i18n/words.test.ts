import { beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/locales'
import { type Words, language } from './index.ts'
import { type Key, say } from './words.ts'

/** A language whose words are these. */
function speak(locale: Locale, words: object): void {
  language.set({ locale, words: words as Words, plurals: () => new Intl.PluralRules(locale), isWhole: true })
}

const said = (key: string, given?: Parameters<typeof say>[1]) => say(key as Key, given)

beforeAll(() =>
  speak('en', { game: { bets_one: '{{count}} bet', bets_other: '{{count}} bets' }, hello: 'Hello {{name}}' }),
)

test('a text that counts takes the form of its count, with the number as the language writes it', () => {
  expect([0, 1, 1_234].map((count) => said('game.bets', { count }))).toEqual(['0 bets', '1 bet', '1,234 bets'])
  speak('ru', { game: { bets_one: '{{count}} ставка', bets_few: '{{count}} ставки', bets_many: '{{count}} ставок' } })
  expect([1, 3, 5, 21].map((count) => said('game.bets', { count }))).toEqual([
    '1 ставка',
    '3 ставки',
    '5 ставок',
    '21 ставка',
  ])
})

test('a language without plural forms says the other one', () => {
  speak('vi', { game: { bets_other: '{{count}} cược' }, hello: 'Chào {{name}}' })
  expect([said('game.bets', { count: 1 }), said('hello', { name: 'An' })]).toEqual(['1 cược', 'Chào An'])
})

test('a text that is missing shows its key instead of nothing', () => {
  speak('en', {})
  expect(said('game.bets', { count: 1 })).toBe('game.bets')
})
