import { expect, test } from 'vitest'
import { defaultLimits } from '../stake-limits.ts'
import {
  isWithinBounds,
  moneySettingNames,
  moneySettings,
  readSetting,
  settingsFrom,
  writeSetting,
} from './settings.ts'

const dayMs = 24 * 3_600_000

test('what was never changed is as it came, what was changed is as it was changed', () => {
  expect(settingsFrom(new Map())).toEqual({
    depositMin: 1_000n,
    withdrawalMin: 1_000n,
    withdrawalMax: 2_000_000n,
    withdrawalsPerDay: 3,
    withdrawalFeeBps: 200,
    fourEyesAbove: 500_000n,
    walletWaitMs: 24 * 3_600_000,
    depositsOpen: true,
    withdrawalsOpen: true,
    betLimits: defaultLimits,
    rebateBps: 20,
    promisedMs: { certifications: dayMs, deposits: 1_800_000, withdrawals: dayMs, proposals: dayMs },
    supportHours: null,
  })
  const changed = settingsFrom(new Map([['withdrawal_fee', 150n] as const, ['wallet_wait', 48n] as const]))
  expect(changed).toMatchObject({ withdrawalFeeBps: 150, walletWaitMs: 48 * 3_600_000, depositMin: 1_000n })
  const hours = settingsFrom(new Map([['support_opens', 510n] as const, ['support_closes', 1_320n] as const]))
  expect(hours.supportHours).toEqual({ opensMinute: 510, closesMinute: 1_320 })
})

test.each(moneySettingNames.filter((name) => moneySettings[name].unit !== 'switch'))(
  '%s comes within its own bounds and is read as it is written',
  (name) => {
    const { byDefault, least, most } = moneySettings[name]
    for (const value of [byDefault, least, most]) {
      expect(isWithinBounds(name, value)).toBe(true)
      expect(readSetting(name, writeSetting(name, value))).toBe(value)
    }
    expect(isWithinBounds(name, least - 1n)).toBe(false)
    expect(isWithinBounds(name, most + 1n)).toBe(false)
  },
)

test('a switch is on or off, and nothing else', () => {
  for (const text of ['on', 'off']) {
    expect(writeSetting('withdrawals_open', readSetting('withdrawals_open', text)!)).toBe(text)
  }
  for (const text of ['On', '1', '0', '']) expect(readSetting('withdrawals_open', text)).toBeNull()
})

test.each([
  ['deposit_min', '10'],
  ['deposit_min', '-10.00'],
  ['deposit_min', '1e3'],
  ['withdrawals_per_day', '3.00'],
  ['withdrawals_per_day', '03'],
  ['withdrawals_per_day', ' 3'],
  ['withdrawal_fee', '2 %'],
  ['support_opens', '24:00'],
  ['support_opens', '8:30'],
  ['support_opens', '510'],
] as const)('%s is not %j', (name, text) => {
  expect(readSetting(name, text)).toBe(null)
})
