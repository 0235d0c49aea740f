import { expect, test } from 'vitest'
import english from './locales/en.json' with { type: 'json' }
import vietnamese from './locales/vi.json' with { type: 'json' }
import { formOf } from './words.ts'

const times = (count: number) => formOf(english, 'counted.times', { locale: 'en', count })

test('a text that counts takes the form of its count', () => {
  expect([0, 1, 2].map(times)).toEqual(['{{count}} times', '{{count}} time', '{{count}} times'])
  expect(formOf(vietnamese, 'counted.times', { locale: 'vi', count: 1 })).toBe('{{count}} lần')
})

test('no English text puts a plural right after a number without having a form for one', () => {
  const afterNumber = /\{\{(count|number|value|\w+s)\}\} (?!is\b)[a-z]+s\b/
  // These are never said of one: the most rows that a file holds, a picture that is cut, and a wallet that is shared.
  const always = ['list.savedPart', 'links.cut', 'rule.wallet.found']
  const texts: Readonly<Record<string, string>> = english
  const plural = Object.keys(texts).filter((key) => afterNumber.test(texts[key]!))
  expect(plural.filter((key) => !key.endsWith('_other'))).toEqual(always)
})
