import { expect, test } from 'vitest'
import type { Schema } from './described.ts'
import { whyRefused, whyWrong } from './must-refuse.ts'

const name: Schema = { type: 'string', minLength: 2, maxLength: 4, pattern: '^[^0-9]*$' }
const person: Schema = {
  type: 'object',
  properties: { name, age: { type: 'integer', minimum: 18, maximum: 120 } },
  required: ['name'],
  additionalProperties: false,
}

const values: readonly [string, Schema, unknown, ReturnType<typeof whyWrong>][] = [
  ['a text within its bounds', name, 'abcd', null],
  ['a number for a text', name, 7, 'another type'],
  ['null for a text', name, null, 'another type'],
  ['a text one too long', name, 'abcde', 'out of bounds'],
  ['a text one too short', name, 'a', 'out of bounds'],
  ['a text that is right without its spaces', name, '  abc ', null],
  ['four letters that are eight halves', name, '😀😀😀😀', null],
  ['five letters that are ten halves', name, '😀😀😀😀😀', 'out of bounds'],
  ['a text of another form', name, 'ab1', 'out of bounds'],
  ['one of the named', { type: 'string', enum: ['a', 'b'] }, 'b', null],
  ['none of the named', { type: 'string', enum: ['a', 'b'] }, 'c', 'out of bounds'],
  ['another constant', { const: 'a' }, 'b', 'out of bounds'],
  ['half a person', person, { name: 'Kim', age: 18.5 }, 'another type'],
  ['a person too young', person, { name: 'Kim', age: 17 }, 'out of bounds'],
  ['a person without an age', person, { name: 'Kim' }, null],
  ['a person without a name', person, { age: 18 }, 'a missing field'],
  ['a person with a role', person, { name: 'Kim', role: 'admin' }, 'an unknown field'],
  ['a person with a prototype', person, JSON.parse('{"name":"Kim","__proto__":{}}'), 'an unknown field'],
  ['an object that takes others', { type: 'object', properties: { name } }, { name: 'Kim', role: 1 }, null],
  ['a list of them for a person', person, [{ name: 'Kim' }], 'another type'],
  ['one wrong in a list', { type: 'array', items: name }, ['Kim', 1], 'another type'],
  ['too many in a list', { type: 'array', items: name, maxItems: 1 }, ['Kim', 'Lan'], 'out of bounds'],
  ['the second of two forms', { anyOf: [name, { type: 'null' }] }, null, null],
  ['none of two forms', { anyOf: [name, { type: 'null' }] }, 'a', 'out of bounds'],
  ['all of two forms but one', { allOf: [name, { pattern: '^a' }] }, 'bcd', 'out of bounds'],
  [
    'a text under another name',
    { type: 'object', propertyNames: { enum: ['en'] }, additionalProperties: name },
    { de: 'ab' },
    'an unknown field',
  ],
]

test.each(values)('%s', (...[, schema, value, why]) => {
  expect(whyWrong(schema, value)).toBe(why)
})

test('a field of an address is a text, and one that is left out is missing', () => {
  const call = { input: person, inAddress: new Set(['name']) }
  expect(whyRefused(call, { name: true })).toBe(null)
  expect(whyRefused(call, { name: undefined })).toBe('a missing field')
})
