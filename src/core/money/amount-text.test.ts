import { expect, test } from 'vitest'
import { amountText, readAmount, typedAmount } from './amount-text.ts'
import { type Cents, parseCents } from './cents.ts'

const locales = ['vi', 'en', 'zh-CN', 'ja', 'ko', 'th', 'fr', 'id', 'ru']

test.each(locales)('what the app writes in %s it reads, to the cent', (locale) => {
  for (const value of [0n, 1n, 50n, 99_900n, 100_000n, 123_450n, 1_234_567_89n, 99_999_999_999_999n] as Cents[]) {
    expect(readAmount(amountText(value, locale), locale), amountText(value, locale)).toBe(value)
    expect(readAmount(typedAmount(value, locale), locale), typedAmount(value, locale)).toBe(value)
  }
})

test.each([
  ['vi', '1.234,50', '1234.50'],
  ['vi', '1.000', '1000.00'],
  ['vi', '1.234.567', '1234567.00'],
  ['id', '1.234,5', '1234.50'],
  ['en', '1,234.50', '1234.50'],
  ['en', '$1,000', '1000.00'],
  ['fr', '1 234,50', '1234.50'],
  ['ru', '1\u00A0234,50 $', '1234.50'],
  ...locales.flatMap((locale) => [
    [locale, '10', '10.00'],
    [locale, '10.5', '10.50'],
    [locale, '10,5', '10.50'],
    [locale, ' 0010.05 ', '10.05'],
    [locale, '7.', '7.00'],
    [locale, '1234,50', '1234.50'],
    [locale, '999999999999.99', '999999999999.99'],
  ]),
])('in %s, %s is %s', (locale, typed, wire) => {
  expect(readAmount(typed, locale)).toBe(parseCents(wire))
})

test.each([
  ['vi', '1,000'],
  ['vi', '1,234.50'],
  ['vi', '0.500'],
  ['vi', '1.23.456'],
  ['vi', '1.2345'],
  ['vi', '1.234,567'],
  ['vi', '1.234,5,0'],
  ['vi', '1 000'],
  ['en', '1.000'],
  ['en', '1.234,50'],
  ['en', '01,000'],
  ['fr', '1.000'],
  ['ja', '1,0000'],
  ...locales.flatMap((locale) =>
    ['', '.', '.5', ',5', '-1', '+1', '1e3', '１０', 'abc', '1.0055', '1..5', '$', '10 000 000 000 000'].map(
      (typed) => [locale, typed],
    ),
  ),
])('in %s, %j is not guessed at', (locale, typed) => {
  expect(readAmount(typed, locale)).toBeNull()
})
