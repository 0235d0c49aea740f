import { expect, test } from 'vitest'
import { wireValue } from './in-words.ts'

test.each([
  ['deposit_min', ' 10 ', '10.00'],
  ['deposit_min', '10,5', '10.50'],
  ['deposit_min', '10.', '10.00'],
  ['deposit_min', '10.555', '10.555'],
  ['deposit_min', 'ten', 'ten'],
  ['withdrawal_fee', '2', '2.00'],
  ['withdrawals_per_day', ' 3', '3'],
  ['support_opens', '08:30 ', '08:30'],
] as const)('%s typed as "%s" is sent as "%s"', (name, typed, sent) => {
  expect(wireValue(name, typed)).toBe(sent)
})
