import { expect, test } from 'vitest'
import { isReference, plainReference } from './deposit.ts'

const hash = 'ab'.repeat(32)

test.each([
  ['usdt', hash, hash.toUpperCase()],
  ['usdt', `0x${hash}`, hash.toUpperCase()],
  ['usdt', ` 0X${hash.toUpperCase()} `, hash.toUpperCase()],
  ['bank', 'fp-2026/11 02', 'FP20261102'],
  ['bank', 'ＦＰ２０２６', 'FP2026'],
  ['bank', '0x12', '0X12'],
  ['bank', 'АВС-2026', 'ABC2026'],
  ['bank', 'ас2026х', 'AC2026X'],
  ['bank', 'ΑΒ٢٠٢٦', 'AB2026'],
  ['bank', 'F\u200bP\u31642026', 'FP2026'],
] as const)('%s %s is compared as %s', (currency, text, plain) => {
  expect(plainReference(currency, text)).toBe(plain)
})

test.each([
  ['usdt', hash, true],
  ['usdt', hash.slice(1), false],
  ['usdt', `${hash}0`, false],
  ['usdt', 'g'.repeat(64), false],
  ['bank', '1234', true],
  ['bank', '1-2-3', false],
  ['bank', '////', false],
] as const)('whether %s %s can be a reference: %s', (currency, text, expected) => {
  expect(isReference(currency, text)).toBe(expected)
})
