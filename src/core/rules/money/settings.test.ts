import { expect, test } from 'vitest'
import { defaultLimits } from '../stake-limits.ts'
import {
  boundsBeside,
  isWithin,
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
    signals: {
      holdMs: dayMs / 2,
      promisedMs: dayMs,
      fadeMs: 30 * dayMs,
      points: { wallet: 40, unplayed: 30, sides: 40, parts: 25, device: 15, country: 10 },
      holds: ['wallet', 'unplayed', 'sides'],
      wallet: { accounts: 3 },
      unplayed: { above: 50_000n, shareBps: 2_000, windowMs: 7 * dayMs },
      sides: { stake: 1_000n, draws: 3 },
      parts: { count: 3, nearBps: 8_000, windowMs: 3 * dayMs },
      device: { windowMs: dayMs, above: 10_000n },
    },
  })
  const changed = settingsFrom(new Map([['withdrawal_fee', 150n] as const, ['wallet_wait', 48n] as const]))
  expect(changed).toMatchObject({ withdrawalFeeBps: 150, walletWaitMs: 48 * 3_600_000, depositMin: 1_000n })
  const hours = settingsFrom(new Map([['support_opens', 510n] as const, ['support_closes', 1_320n] as const]))
  expect(hours.supportHours).toEqual({ opensMinute: 510, closesMinute: 1_320 })
})

test('a withdrawal is never held longer than its decision is promised to take', () => {
  const of = (changed: readonly (readonly ['signal_hold' | 'withdrawal_promise', bigint])[]) =>
    settingsFrom(new Map(changed)).signals.holdMs
  expect(of([['withdrawal_promise', 60n]])).toBe(3_600_000)
  expect(of([['signal_hold', 10_080n]])).toBe(dayMs)
  expect(of([['signal_hold', 30n]])).toBe(1_800_000)
})

test.each(moneySettingNames.filter((name) => moneySettings[name].unit !== 'switch'))(
  '%s comes within its own bounds and is read as it is written',
  (name) => {
    const { byDefault, least, most } = moneySettings[name]
    for (const value of [byDefault, least, most]) {
      expect(isWithin(moneySettings[name], value)).toBe(true)
      expect(readSetting(name, writeSetting(name, value))).toBe(value)
    }
    expect(isWithin(moneySettings[name], least - 1n)).toBe(false)
    expect(isWithin(moneySettings[name], most + 1n)).toBe(false)
    expect(isWithin(boundsBeside(name, new Map()), byDefault)).toBe(true)
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

test('the least withdrawal stays below the largest, and what a player may win below what a draw may pay', () => {
  const changed = new Map([
    ['withdrawal_min', 500_00n],
    ['withdrawal_max', 600_00n],
    ['player_payout_max', 2_000_00n],
    ['draw_payout_max', 3_000_00n],
  ] as const)
  expect(boundsBeside('withdrawal_min', changed)).toEqual({ least: 2n, most: 600_00n })
  expect(boundsBeside('withdrawal_max', changed)).toEqual({ least: 500_00n, most: 1_000_000_00n })
  expect(boundsBeside('player_payout_max', changed)).toEqual({ least: 100_00n, most: 3_000_00n })
  expect(boundsBeside('draw_payout_max', changed)).toEqual({ least: 2_000_00n, most: 10_000_000_00n })
})
