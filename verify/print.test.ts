import { expect, test } from 'vitest'
import { printable } from './print.ts'

test.each([
  ['a sequence that clears the screen', '\u001b[2J', String.raw`\u001b[2J`],
  ['its form in one character', '\u009b2J', String.raw`\u009b2J`],
  ['a line of its own', 'k3\r\n  11 pass', String.raw`k3\u000d\u000a  11 pass`],
  ['a separator of lines', 'a\u2028b\u2029c', String.raw`a\u2028b\u2029c`],
  [
    'a change of direction',
    '\u202eliaf\u202c \u2066a\u2069 \u200fb \u061cc',
    String.raw`\u202eliaf\u202c \u2066a\u2069 \u200fb \u061cc`,
  ],
  ['a character that deletes', 'FAIL\u0008\u007f', String.raw`FAIL\u0008\u007f`],
])('%s is printed as its number', (_, text, printed) => {
  expect(printable(text)).toBe(printed)
})

test('other writing is printed as it is', () => {
  const text = 'time’s up: 彩票, xổ số, ลอตเตอรี่, déjà vu 🎲 \\u001b'
  expect(printable(text)).toBe(text)
})

test('JSON keeps its value', () => {
  const value = { game: 'k3\u001b[2J\u009b\u202e\u2028\n"\\' }
  expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value)
})
