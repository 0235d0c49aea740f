import { expect, test } from 'vitest'
import { settingExample } from './setting-example.ts'

test.each([
  ['withdrawal_fee', 200n, { amount: '100.00', fee: '2.00', actual: '98.00' }],
  ['withdrawal_fee', 3n, { amount: '100.00', fee: '0.03', actual: '99.97' }],
  ['rebate', 20n, { amount: '1000.00', back: '2.00' }],
  ['withdrawal_min', 10_00n, { value: '10.00', above: '10.01', below: '9.99' }],
  ['deposit_promise', 90n, { hours: '1', minutes: '30' }],
  ['withdrawals_per_day', 3n, { value: '3' }],
  ['support_opens', 510n, { value: '08:30' }],
  ['signal_unplayed_share', 2_000n, { amount: '1000.00', share: '200.00' }],
  ['deposits_open', 0n, { value: 'off' }],
] as const)('%s of %s is told by %o', (name, value, facts) => {
  expect(settingExample(name, value)).toEqual(facts)
})
