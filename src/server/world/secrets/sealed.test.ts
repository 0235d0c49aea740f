import { expect, test } from 'vitest'
import { keyedHash, seal, unseal } from './sealed.ts'
import { Secret } from './secret.ts'

const pepper = new Secret('a pepper for this test alone')
const text = 'B 123 45 é'

test('a sealed text opens under its own pepper and for its own row, and two seals of it differ', () => {
  const [one, two] = [seal({ text, about: 'row:1', pepper }), seal({ text, about: 'row:1', pepper })]
  expect(unseal({ sealed: one, about: 'row:1', pepper })).toBe(text)
  expect(one.equals(two)).toBe(false)
  expect(one.includes('123')).toBe(false)
})

test('a sealed text that was moved, altered or shortened does not open, nor under another pepper', () => {
  const sealed = seal({ text, about: 'row:1', pepper })
  const altered = Buffer.from(sealed)
  altered[sealed.length - 1]! ^= 1
  expect(() => unseal({ sealed, about: 'row:2', pepper })).toThrow()
  expect(() => unseal({ sealed: altered, about: 'row:1', pepper })).toThrow()
  expect(() => unseal({ sealed: sealed.subarray(0, 20), about: 'row:1', pepper })).toThrow()
  expect(() => unseal({ sealed, about: 'row:1', pepper: new Secret('another pepper') })).toThrow()
})

test('two keyed hashes are equal only for the same text, use and pepper', () => {
  const hash = keyedHash({ text, use: 'papers', pepper })
  expect(keyedHash({ text, use: 'papers', pepper })).toEqual(hash)
  expect(keyedHash({ text, use: 'cards', pepper })).not.toEqual(hash)
  expect(keyedHash({ text, use: 'papers', pepper: new Secret('another pepper') })).not.toEqual(hash)
})
