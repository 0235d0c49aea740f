import { parseCents } from '#core/money/cents'
import { settingExample } from '#core/rules/money/setting-example'
import { type MoneySettingName, moneySettings, readSetting } from '#core/rules/money/settings'
import { amountText } from '#core/money/amount-text'
import { type WordKey, named, spoken, t } from '../../i18n/words.ts'
import type { Line } from '../../parts/BeforeAfter.tsx'

/** An amount as it comes over the wire, for the reader's language; what is none stays as it is. */
export function moneyText(wire: string): string {
  const amount = parseCents(wire)
  return amount === null ? wire : amountText(amount, spoken())
}

/** A setting's value with its unit: `$10.00`, `2.00 %`, `08:30 UTC`. */
export function valueText(name: MoneySettingName, wire: string): string {
  const { unit } = moneySettings[name]
  if (unit === 'cents') return moneyText(wire)
  if (unit === 'percent')
    return `${new Intl.NumberFormat(spoken(), { minimumFractionDigits: 2 }).format(wire as `${number}`)} %`
  if (unit === 'time') return `${wire} UTC`
  if (unit === 'switch') return t(wire === 'on' ? 'switch.on' : 'switch.off')
  return `${wire} ${named('unit', unit)}`
}

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
} as const satisfies Record<MoneySettingName, WordKey | Readonly<Record<'on' | 'off', WordKey>>>

/** What a value means for an everyday amount; null where the text is no value of this setting. */
function exampleText(name: MoneySettingName, wire: string): string | null {
  const value = readSetting(name, wire)
  if (value === null) return null
  const example: WordKey | Readonly<Record<'on' | 'off', WordKey>> = examples[name]
  const key = typeof example === 'string' ? example : example[wire as 'on' | 'off']
  const facts = Object.entries(settingExample(name, value)).map(([fact, text]) => [fact, moneyText(text)])
  return t(key, Object.fromEntries(facts) as Record<string, string>)
}

/** What changes with a setting: its value, and what that does. */
export function settingLines(name: MoneySettingName, before: string, after: string): Line[] {
  return [
    [named('setting', name), valueText(name, before), valueText(name, after)],
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
