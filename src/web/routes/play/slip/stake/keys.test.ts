import { expect, test } from 'vitest'
import { type StakeKey, afterKey } from './keys.ts'

/** Presses keys at the end of a text. */
const press = (text: string, keys: readonly StakeKey[], decimal = '.') =>
  keys.reduce((so, key) => afterKey({ text: so, from: so.length, to: so.length }, key, decimal), text)

test('digits and the decimal sign make an amount with two decimals at most', () => {
  expect(press('', ['1', '2', 'decimal', '5', '0', '9'])).toBe('12.50')
  expect(press('', ['decimal', '5'])).toBe('0.5')
  expect(press('1', ['decimal', 'decimal', '5'])).toBe('1.5')
  expect(press('', ['decimal', '5'], ',')).toBe('0,5')
})

test('zeros do not lead, and the amount does not grow without end', () => {
  expect(press('', ['0', '0', '7'])).toBe('7')
  expect(press('1234567', ['8'])).toBe('1234567')
})

test('deleting takes the last digit, or all that is marked', () => {
  expect(press('12.5', ['erase', 'erase'])).toBe('12')
  expect(press('', ['erase'])).toBe('')
  expect(afterKey({ text: '125', from: 0, to: 3 }, 'erase', '.')).toBe('')
})

test('a digit replaces what is marked, and goes where the caret is', () => {
  expect(afterKey({ text: '10', from: 0, to: 2 }, '5', '.')).toBe('5')
  expect(afterKey({ text: '10', from: 1, to: 1 }, '5', '.')).toBe('150')
})

test('separators of thousands do not stand in the way', () => {
  expect(press('1,000', ['5'])).toBe('10005')
  expect(press('1.000', ['erase'], ',')).toBe('100')
})
