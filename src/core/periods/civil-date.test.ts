import { expect, test } from 'vitest'
import { civilFromDay, dayFromCivil, formatDay, parseDay } from './civil-date.ts'

test('every day from 1890 to 2110 agrees with the calendar of the machine, there and back', () => {
  for (let day = -29_300; day <= 51_200; day++) {
    const expected = new Date(day * 86_400_000)
    const civil = civilFromDay(day)
    if (
      civil.year !== expected.getUTCFullYear() ||
      civil.month !== expected.getUTCMonth() + 1 ||
      civil.date !== expected.getUTCDate() ||
      dayFromCivil(civil) !== day
    )
      expect.fail(`day ${day} became ${JSON.stringify(civil)}`)
  }
})

test.each([
  ['the epoch', '19700101', 0],
  ['a leap day', '20240229', 19_782],
  ['a leap day of a century', '20000229', 11_016],
  ['the first day that can be written', '00000101', -719_528],
  ['the last', '99991231', 2_932_896],
])('%s', (_, text, day) => {
  expect(parseDay(text)).toBe(day)
  expect(formatDay(day)).toBe(text)
})

test.each([
  '20230229',
  '19000229',
  '20261301',
  '20260001',
  '20260100',
  '20260132',
  '2026111',
  '202611140',
  'x0261114',
  '',
  '00000000',
  '99999999',
])('"%s" is no date', (text) => {
  expect(parseDay(text)).toBeNull()
})

test.each([-719_529, 2_932_897, NaN, Infinity])('day %d has no date of eight digits', (day) => {
  expect(() => formatDay(day)).toThrow(RangeError)
})
