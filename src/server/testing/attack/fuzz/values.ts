import type { Schema } from './described.ts'

/** Values of every type, for places that expect another one. */
const ofEveryType: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -0,
  2 ** 31,
  2 ** 53,
  '',
  ' ',
  'null',
  [],
  {},
  [[]],
  [null],
  { $ne: 1 },
  { toString: 1 },
  { length: 1e9 },
]

/** Texts that programs take for something else, or cannot keep, or show as something else. */
const strangeTexts: readonly string[] = [
  '\u0000',
  'abc\u0000def',
  '\ud800',
  'a\udc00b',
  '\u202eabc\u202c',
  '\u2066\u2069',
  '\u200b',
  '\ufeffabc',
  '\u2028',
  'e' + '\u0301'.repeat(300),
  '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
  'ｆｕｌｌｗｉｄｔｈ',
  'аdmin',
  'İ',
  'ﬁ',
  'ß'.repeat(50),
  '\r\nSet-Cookie: a=b',
  "' or 1=1 --",
  "'; drop table player; --",
  '$1',
  '%',
  '_',
  '\\',
  '%00',
  '%s%n',
  '../../../../etc/passwd',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '{{7*7}}',
  '${7*7}',
  '#{7*7}',
  '=1+1',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  '(((((((((((((((((((((((((((((((((((((((((((((((((a',
  '__proto__',
  'constructor',
]

/** Numbers written otherwise than an amount or a count is. */
export const strangeNumbers: readonly string[] = [
  '１０.００',
  '١٠.٠٠',
  '१०.००',
  '10.00\n',
  ' 10.00',
  '+10.00',
  '-10.00',
  '-0.00',
  '1e2',
  '0x10',
  '10',
  '10.0',
  '10.000',
  '10,00',
  '010.00',
  '0.00',
  '0.01',
  '999999999999.99',
  '1000000000000.00',
  '9223372036854775807',
  '9223372036854775808',
  'NaN',
  'Infinity',
]

const strangeDates: readonly string[] = [
  '0000-01-01',
  '9999-12-31',
  '2026-02-30',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-02T04:00:00.000+07:00',
  '-000001-01-01T00:00:00.000Z',
]

export const strangeIds: readonly string[] = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'FFFFFFFF-FFFF-4FFF-8FFF-FFFFFFFFFFFF',
  '{00000000-0000-4000-8000-000000000001}',
  '00000000000040008000000000000001',
  "00000000-0000-4000-8000-000000000001'--",
  'k3_5m:99999999:9999',
  'k3_5m:20261102:0000',
  'k3_5m:20261102:0001/99999999999999999999',
  '99999999999999_00000000-0000-4000-8000-000000000001',
  '99999999999999_999999999_999999999',
]

/** What is put in a place: what it is not, its bounds and one beyond, what is strange in a place of its kind, and ids of other things. */
export function valuesFor(schema: Schema, ids: readonly string[]): unknown[] {
  const values = [...ofEveryType, ...boundsOf(schema)]
  if (schema.type !== 'string' && schema.type !== undefined) return [...values, '1', ...ids.slice(0, 2)]
  return [...values, ...strangeTexts, ...strangeNumbers, ...strangeDates, ...strangeIds, ...ids, tooLong]
}

/** More than any field takes. */
export const tooLong = 'a'.repeat(60_000)

const longList: readonly unknown[] = Array<unknown>(5_000).fill(0)

function boundsOf({ minLength, maxLength, minimum, maximum, minItems, maxItems, ...schema }: Schema): unknown[] {
  const lengths = [minLength, maxLength].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1]))
  const counts = [minItems, maxItems].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1]))
  const numbers = [minimum, maximum].flatMap((each) => (each === undefined ? [] : [each - 1, each, each + 1]))
  const named = [...(schema.enum ?? []), schema.const].filter((each) => typeof each === 'string')
  return [
    ...lengths.filter((length) => length >= 0).flatMap((length) => ['a', 'ế', '😀'].map((each) => each.repeat(length))),
    ...counts.filter((count) => count >= 0).map((count) => Array.from({ length: Math.min(count, 5_000) }, () => ({}))),
    ...numbers,
    ...(schema.type === 'array' ? [longList] : []),
    ...named.slice(0, 3).flatMap((name) => [name.toUpperCase(), `${name} `, `${name}\u0000`]),
  ]
}

/** Fields that only the server sets, and names that mean something to the language itself. */
export const foreignFields: readonly string[] = [
  'role',
  'balance',
  'status',
  'fee',
  'userId',
  'playerId',
  'operatorId',
  'isAdmin',
  'isCertified',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
]
