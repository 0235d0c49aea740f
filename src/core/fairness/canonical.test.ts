import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical, canonicalHash, type Json } from './canonical.ts'
import { formatInstant, parseInstant } from './instant.ts'
import { hexBytes, isHex, pack, packHash, u32be, u64be } from './pack.ts'

test('keys are sorted, spaces left out, lists kept in order', () => {
  expect(canonical({ b: [2, 1, { z: null, a: true }], a: 'x"é\n', '': -5 })).toBe(
    String.raw`{"":-5,"a":"x\"é\n","b":[2,1,{"a":true,"z":null}]}`,
  )
  expect(canonical({ Z: 1, a: 2, é: 3, A: 4 })).toBe('{"A":4,"Z":1,"a":2,"é":3}')
  expect(canonical(Number.MAX_SAFE_INTEGER)).toBe('9007199254740991')
  expect(canonical([])).toBe('[]')
  expect(canonical({})).toBe('{}')
})

class Point {
  x = 1
}

test.each([
  ['a fraction', 0.5],
  ['an unsafe integer', 2 ** 53],
  ['minus zero', -0],
  ['not a number', Number.NaN],
  ['infinity', Infinity],
  ['a missing value', undefined],
  ['a missing member', { a: undefined }],
  ['a hole in a list', Array(2)],
  ['a bigint', 1n],
  ['a date', new Date(0)],
  ['an instance', new Point()],
  ['a function', () => 1],
  ['bytes', new Uint8Array(2)],
  ['a member named by a symbol', { [Symbol.iterator]: 1 }],
])('%s has no canonical form', (_, value) => {
  expect(() => canonical(value as Json)).toThrow(TypeError)
  expect(() => canonical([value] as unknown as Json)).toThrow(TypeError)
})

test.each<[unknown, string]>([
  [0.5, 'not a safe integer: 0.5'],
  [undefined, 'not allowed in canonical form: undefined'],
  [new Point(), 'not allowed in canonical form: object'],
  ['\ud83c', 'text with half of a surrogate pair'],
  [{ '\udfb2': 1 }, 'text with half of a surrogate pair'],
])('whoever writes %o is told why it has no canonical form', (value, reason) => {
  expect(() => canonical(value as Json)).toThrow(reason)
})

test('a whole surrogate pair is a character like any other', () => {
  expect(canonical({ '🎲': '🎱' })).toBe('{"🎲":"🎱"}')
})

test('true, false and null are written as words', () => {
  expect([true, false, null].map(canonical)).toEqual(['true', 'false', 'null'])
})

test('a document is named by SHA-256 of its canonical text in UTF-8', () => {
  const document = { b: 'é🎲', a: [1, null] }
  const text = '{"a":[1,null],"b":"é🎲"}'
  expect(canonicalHash(document)).toBe(createHash('sha256').update(text, 'utf8').digest('hex'))
})

test('an object without a prototype is plain too', () => {
  expect(canonical(Object.assign(Object.create(null), { a: 1 }) as Json)).toBe('{"a":1}')
})

test('fields are packed with their lengths, so that they cannot run into each other', () => {
  expect([...pack('é', Uint8Array.of(7))]).toEqual([0, 0, 0, 2, 0xc3, 0xa9, 0, 0, 0, 1, 7])
  expect(packHash('ab', 'c')).not.toBe(packHash('a', 'bc'))
  expect(pack()).toHaveLength(0)
})

test('numbers are packed big-endian and refused when they do not fit', () => {
  expect([...u32be(0x01020304)]).toEqual([1, 2, 3, 4])
  expect([...u64be(2 ** 32 + 5)]).toEqual([0, 0, 0, 1, 0, 0, 0, 5])
  expect([...u32be(2 ** 32 - 1)]).toEqual([255, 255, 255, 255])
  expect(() => u32be(2 ** 32)).toThrow(RangeError)
  expect(() => u32be(2 ** 32)).toThrow('does not fit 4 bytes: 4294967296')
  expect(() => u32be(-1)).toThrow(RangeError)
})

test('hex is lower case and of the length asked for', () => {
  expect([...hexBytes('00ff', 2)]).toEqual([0, 255])
  for (const text of ['00FF', '00f', '00ff0', '00fg', '', ' 0ff']) expect(() => hexBytes(text, 2)).toThrow(TypeError)
  expect(() => hexBytes('00FF', 2)).toThrow('expected 2 bytes in lower-case hex')
  expect(isHex(255, 1)).toBe(false)
  // An array of four letters has the length, and joined it would even match.
  expect(isHex(['0', '0', 'f', 'f'], 2)).toBe(false)
  expect(isHex('00ff', 2)).toBe(true)
  expect(isHex('00f\n', 2)).toBe(false)
})

test('instants of every day of four centuries and more are read and written as Date does it', () => {
  for (let day = -200_000; day < 200_000; day += 13) {
    const atMs = day * 86_400_000 + ((day * 7919) % 86_400_000)
    const text = new Date(atMs).toISOString()
    expect(formatInstant(atMs)).toBe(text)
    expect(parseInstant(text)).toBe(atMs)
  }
})

test.each([
  '0000-01-01T00:00:00.000Z',
  '0000-02-29T23:59:59.999Z',
  '0099-12-31T23:59:59.999Z',
  '1600-02-29T12:00:00.000Z',
  '1900-02-28T23:59:59.999Z',
  '1900-03-01T00:00:00.000Z',
  '1969-12-31T23:59:59.999Z',
  '1970-01-01T00:00:00.000Z',
  '2000-02-29T00:00:00.001Z',
  '2000-03-01T00:00:00.000Z',
  '2400-02-29T01:01:01.010Z',
  '9999-12-31T23:59:59.999Z',
])('%s, at an end of a century or of the calendar, is read and written as Date does it', (text) => {
  expect(parseInstant(text)).toBe(Date.parse(text))
  expect(formatInstant(Date.parse(text))).toBe(text)
})

test.each([
  '1900-02-29T00:00:00.000Z',
  '2026-01-00T00:00:00.000Z',
  '2026-01-01T00:00:60.000Z',
  '2026-01-01T00:00:00.0000Z',
  '02026-01-01T00:00:00.000Z',
  '2026-02-29T00:00:00.000Z',
  '2026-04-31T00:00:00.000Z',
  '2026-01-01T24:00:00.000Z',
  '2026-01-01T00:60:00.000Z',
  '2026-00-01T00:00:00.000Z',
  '2026-13-01T00:00:00.000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.000',
  ' 2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.000Z ',
])('%s is no instant', (text) => {
  expect(parseInstant(text)).toBeNull()
})
