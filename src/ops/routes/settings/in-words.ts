import { parseCents } from '#core/money/cents'
import { settingExample } from '#core/rules/money/setting-example'
import { type MoneySettingName, moneySettings, readSetting } from '#core/rules/money/settings'
import { amountText } from '#core/money/amount-text'
import { type WordKey, named, spoken, t } from '../../i18n/words.ts'
import type { Line } from '../../parts/BeforeAfter.tsx'
import { minutesText, spanText } from '../../parts/Moment.tsx'

/** An amount as it comes over the wire, for the reader's language; what is none stays as it is. */
export function moneyText(wire: string): string {
  const amount = parseCents(wire)
  return amount === null ? wire : amountText(amount, spoken())
}

/** Units whose words change with the number: `1 hour`, `24 hours`. Minutes are what is typed, and hours what is understood. */
const spans = {
  hours: (length: number) => spanText('hour', length),
  minutes: (length: number) => [...new Set([spanText('minute', length), minutesText(length)])].join(' = '),
  days: (length: number) => spanText('day', length),
} as const

/** A setting's value with its unit: `$10.00`, `2.00 %`, `08:30 UTC`. */
export function valueText(name: MoneySettingName, wire: string): string {
  const { unit } = moneySettings[name]
  if (unit === 'cents') return moneyText(wire)
  if (unit === 'percent')
    return `${new Intl.NumberFormat(spoken(), { minimumFractionDigits: 2 }).format(wire as `${number}`)} %`
  if (unit === 'time') return `${wire} UTC`
  if (unit === 'switch') return t(wire === 'on' ? 'switch.on' : 'switch.off')
  if (unit in spans) return spans[unit as keyof typeof spans](Number(wire))
  if (unit === 'count') return t('counted.times', { count: Number(wire) })
  return unit === 'points' ? t('counted.points', { count: Number(wire) }) : wire
}

const holding = { on: 'example.signal.holds.on', off: 'example.signal.holds.off' } as const

const examples = {
  deposit_min: 'example.least',
  withdrawal_min: 'example.least',
  withdrawal_max: 'example.most',
  withdrawals_per_day: 'example.perDay',
  withdrawal_fee: 'example.fee',
  rebate: 'example.rebate',
  four_eyes_above: 'example.fourEyes',
  wallet_wait: 'example.wait',
  deposits_open: { on: 'example.deposits.on', off: 'example.deposits.off' },
  withdrawals_open: { on: 'example.withdrawals.on', off: 'example.withdrawals.off' },
  bet_min: 'example.least',
  bet_max_third: 'example.most',
  bet_max_twelfth: 'example.most',
  bet_max_sixtieth: 'example.most',
  bet_max_rarer: 'example.most',
  player_payout_max: 'example.payout',
  draw_payout_max: 'example.payout',
  certification_promise: 'example.promise',
  deposit_promise: 'example.promise',
  withdrawal_promise: 'example.promise',
  proposal_promise: 'example.promise',
  support_opens: 'example.opens',
  support_closes: 'example.closes',
  signal_hold: 'example.signal.hold',
  signal_promise: 'example.promise',
  signal_fade: 'example.signal.fade',
  signal_wallet_accounts: 'example.signal.from',
  signal_wallet_points: 'example.signal.points',
  signal_wallet_holds: holding,
  signal_unplayed_above: 'example.signal.from',
  signal_unplayed_share: 'example.signal.share',
  signal_unplayed_days: 'example.signal.days',
  signal_unplayed_points: 'example.signal.points',
  signal_unplayed_holds: holding,
  signal_sides_stake: 'example.signal.from',
  signal_sides_draws: 'example.signal.from',
  signal_sides_points: 'example.signal.points',
  signal_sides_holds: holding,
  signal_parts_count: 'example.signal.from',
  signal_parts_near: 'example.signal.share',
  signal_parts_days: 'example.signal.days',
  signal_parts_points: 'example.signal.points',
  signal_parts_holds: holding,
  signal_device_hours: 'example.signal.hours',
  signal_device_above: 'example.signal.from',
  signal_device_points: 'example.signal.points',
  signal_device_holds: holding,
  signal_country_points: 'example.signal.points',
  signal_country_holds: holding,
} as const satisfies Record<MoneySettingName, WordKey | Readonly<Record<'on' | 'off', WordKey>>>

/** What a value means for an everyday amount; null where the text is no value of this setting. */
function exampleText(name: MoneySettingName, wire: string): string | null {
  const value = readSetting(name, wire)
  if (value === null) return null
  const example: WordKey | Readonly<Record<'on' | 'off', WordKey>> = examples[name]
  const key = typeof example === 'string' ? example : example[wire as 'on' | 'off']
  const { unit } = moneySettings[name]
  const isCounted = unit in spans || unit === 'count' || unit === 'points'
  const facts = Object.entries(settingExample(name, value)).map(([fact, text]) => [
    fact,
    isCounted && fact === 'value' ? valueText(name, text) : moneyText(text),
  ])
  return t(key, Object.fromEntries(facts) as Record<string, string>)
}

/** What changes with a setting: its value, and what that does. */
export function settingLines(name: MoneySettingName, before: string, after: string): Line[] {
  return [
    [named('setting', name), valueText(name, before), valueText(name, after), named('unit', moneySettings[name].unit)],
    [t('change.example'), exampleText(name, before), exampleText(name, after)],
  ]
}

/** What somebody typed, as the wire has it: whole amounts and percentages need no `.00`. */
export function wireValue(name: MoneySettingName, typed: string): string {
  const { unit } = moneySettings[name]
  const text = typed.trim()
  if (unit !== 'cents' && unit !== 'percent') return text
  const parts = /^([0-9]+)(?:[.,]([0-9]{0,2}))?$/.exec(text)
  return parts ? `${parts[1]}.${(parts[2] ?? '').padEnd(2, '0')}` : text
}
