import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Bps, type Cents, divideCents, feeCents, formatCents, parseCents, sumCents } from './cents.ts'

const anyCents = fc.bigInt({ min: 0n, max: 99_999_999_999_999n }) as fc.Arbitrary<Cents>

describe('amounts as text', () => {
  test('every amount survives writing and reading', () => {
    fc.assert(fc.property(anyCents, (amount) => parseCents(formatCents(amount)) === amount))
  })

  test.each([
    ['0.00', 0n],
    ['0.01', 1n],
    ['10.50', 1050n],
    ['999999999999.99', 99_999_999_999_999n],
  ])('%s is read exactly', (text, cents) => {
    expect(parseCents(text)).toBe(cents)
  })

  test.each([
    '',
    ' ',
    '5',
    '5.',
    '.50',
    '5.0',
    '5.000',
    '05.00',
    '-1.00',
    '-0.00',
    '+1.00',
    '1e3',
    '1e308',
    'NaN',
    'Infinity',
    '0x10',
    '１２.00',
    ' 5.00',
    '5.00 ',
    '5,00',
    '1,000.00',
    '9007199254740993',
    '1000000000000.00',
    '5.00\n',
    'null',
    '٣.٠٠',
  ])('%j is not an amount', (text) => {
    expect(parseCents(text)).toBeNull()
  })

  test('an amount below zero keeps its sign and its two places', () => {
    expect(formatCents(-5n as Cents)).toBe('-0.05')
    expect(formatCents(-1234n as Cents)).toBe('-12.34')
  })
})

describe('sums and fees', () => {
  test('the sum of none is zero', () => {
    expect(sumCents([])).toBe(0n)
    expect(sumCents([1n, 2n, 3n] as Cents[])).toBe(6n)
  })

  test.each([
    [0n, 200, 0n],
    [1n, 200, 1n],
    [50n, 200, 1n],
    [51n, 200, 2n],
    [10_000n, 200, 200n],
    [10_000n, 0, 0n],
  ])('the fee on %s at %s basis points is %s, never a fraction less', (amount, rate, fee) => {
    expect(feeCents(amount as Cents, rate as Bps)).toBe(fee)
  })

  test('a fee at a rate within the whole never exceeds the amount, and the rest adds up', () => {
    fc.assert(
      fc.property(anyCents, fc.integer({ min: 0, max: 10_000 }), (amount, rate) => {
        const fee = feeCents(amount, rate as Bps)
        return fee >= 0n && fee <= amount && fee * 10_000n >= amount * BigInt(rate)
      }),
    )
  })
})

test('an amount that is shared drops what is left of a cent', () => {
  expect(formatCents(divideCents(parseCents('20.00')!, 3))).toBe('6.66')
  expect(formatCents(divideCents(parseCents('0.01')!, 2))).toBe('0.00')
})
