import { expect, test } from 'vitest'
import { writeNumber } from './number-format.ts'

test.each(['vi', 'ja', 'th', 'zh-CN', 'en', 'ko', 'fr', 'id', 'ru'])(
  'whole numbers below a thousand need no format in %s',
  (locale) => {
    for (const value of [0, 7, 42, 999]) expect(new Intl.NumberFormat(locale).format(value)).toBe(String(value))
  },
)

test('larger numbers and fractions are written as the language writes them', () => {
  expect(writeNumber('vi', 1_234_567)).toBe('1.234.567')
  expect(writeNumber('en', 2.5)).toBe('2.5')
  expect(writeNumber('fr', 2.5)).toBe('2,5')
})
