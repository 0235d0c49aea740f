import { expect, test } from 'vitest'
import { readAmount, wireAmount } from './amount-text.ts'

test.each([
  ['10', '10.00'],
  ['10.5', '10.50'],
  ['10,5', '10.50'],
  [' 0010.05 ', '10.05'],
  ['0', '0.00'],
  ['00', '0.00'],
  ['7.', '7.00'],
  ['999999999999.99', '999999999999.99'],
])('%s is taken as %s', (typed, wire) => {
  expect(wireAmount(typed)).toBe(wire)
  expect(readAmount(typed)).not.toBeNull()
})

test.each(['', '.', '.5', '1.000', '1,000', '1.234,50', '-1', '+1', '1e3', '1 000', '１０', 'abc', '1.005'])(
  '%s is not guessed at',
  (typed) => {
    expect(readAmount(typed)).toBeNull()
  },
)
