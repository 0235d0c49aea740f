import { type Bps, type Cents, feeCents, formatCents } from '../../money/cents.ts'
import { type MoneySettingName, moneySettings, writeSetting } from './settings.ts'
import { withdrawalSplit } from './withdrawal.ts'

const cent = 1n

/** An ordinary withdrawal, and an ordinary month of stakes. */
const withdrawn = 100_00n as Cents
const staked = 1_000_00n as Cents

/**
 * What a value would do in an everyday case: the figures of a sentence that tells it. Whoever proposes a value and whoever
 * approves it read the same sentence twice, with what is in force and with what is to be.
 */
export function settingExample(name: MoneySettingName, value: bigint): Readonly<Record<string, string>> {
  const amount = (cents: bigint) => formatCents(cents as Cents)
  if (name === 'withdrawal_fee') {
    const { fee, actual } = withdrawalSplit(withdrawn, { withdrawalFeeBps: Number(value) as Bps })
    return { amount: amount(withdrawn), fee: amount(fee), actual: amount(actual) }
  }
  if (name === 'rebate') return { amount: amount(staked), back: amount(feeCents(staked, Number(value) as Bps)) }
  const { unit } = moneySettings[name]
  if (unit === 'cents') return { value: amount(value), above: amount(value + cent), below: amount(value - cent) }
  if (unit === 'percent') return { amount: amount(staked), share: amount(feeCents(staked, Number(value) as Bps)) }
  if (unit === 'minutes') return { hours: String(value / 60n), minutes: String(value % 60n) }
  return { value: writeSetting(name, value) }
}
