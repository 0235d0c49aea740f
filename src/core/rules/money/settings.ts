import { type Bps, type Cents, formatCents, parseCents } from '../../money/cents.ts'
import { promiseSettings, promisedMs } from '../../reviews/review.ts'
import { type OfficeHours, officeHours, officeSettings } from '../../service/office-hours.ts'
import { type SignalSettings, signalSettings, signalSettingsFrom } from '../../signals/rules.ts'
import { type Limits, limitSettings, limitsFrom } from '../stake-limits.ts'

export const settingUnits = [
  'cents',
  'percent',
  'count',
  'hours',
  'minutes',
  'days',
  'points',
  'number',
  'time',
  'switch',
] as const
type Unit = (typeof settingUnits)[number]

type Setting = {
  readonly unit: Unit
  readonly byDefault: bigint
  /** What a change may not go below or above, whoever agrees to it. */
  readonly least: bigint
  readonly most: bigint
}

/**
 * What the business may change, with two people and a reason. The specification leaves most values open; each default
 * says why it was chosen.
 */
export const moneySettings = {
  /** Below ten dollars a network's own fee eats the top-up. */
  deposit_min: { unit: 'cents', byDefault: 1_000n, least: 1n, most: 100_000n },
  /** The same for the way out. Of a single cent the fee, rounded up, would leave nothing. */
  withdrawal_min: { unit: 'cents', byDefault: 1_000n, least: 2n, most: 100_000n },
  /** What one reviewer can check and one bank transfer usually carries; more goes out in several. */
  withdrawal_max: { unit: 'cents', byDefault: 2_000_000n, least: 10_000n, most: 100_000_000n },
  /** Enough for a mistake and its correction, few enough for a thief to be noticed. */
  withdrawals_per_day: { unit: 'count', byDefault: 3n, least: 1n, most: 50n },
  /** The specification's 2 %. Nobody can agree to take more than a tenth of a player's money. */
  withdrawal_fee: { unit: 'percent', byDefault: 200n, least: 0n, most: 1_000n },
  /**
   * What comes back of the turnover, win or lose: 0.2 %. The house keeps 2 to 4 % of stakes, so with the rebate a game
   * still returns less than is staked, and betting for the rebate alone always loses; at most 1 % keeps it so.
   */
  rebate: { unit: 'percent', byDefault: 20n, least: 0n, most: 100n },
  /** A quarter of the largest withdrawal: two people look at what would hurt, one at what is ordinary. */
  four_eyes_above: { unit: 'cents', byDefault: 500_000n, least: 0n, most: 10_000_000n },
  /** A day for the owner to read the notice about a wallet that a stranger added. It can be longer, never shorter. */
  wallet_wait: { unit: 'hours', byDefault: 24n, least: 24n, most: 168n },
  /**
   * Switched off, nobody can ask for one until it is on again: for a bank or a network that is down, or an incident.
   */
  deposits_open: { unit: 'switch', byDefault: 1n, least: 0n, most: 1n },
  withdrawals_open: { unit: 'switch', byDefault: 1n, least: 0n, most: 1n },
  ...limitSettings,
  ...promiseSettings,
  ...officeSettings,
  ...signalSettings,
} as const satisfies Record<string, Setting>

export type MoneySettingName = keyof typeof moneySettings

export const moneySettingNames = Object.keys(moneySettings) as [MoneySettingName, ...MoneySettingName[]]

export type MoneySettings = {
  readonly depositMin: Cents
  readonly withdrawalMin: Cents
  readonly withdrawalMax: Cents
  readonly withdrawalsPerDay: number
  readonly withdrawalFeeBps: Bps
  readonly fourEyesAbove: Cents
  readonly walletWaitMs: number
  readonly depositsOpen: boolean
  readonly withdrawalsOpen: boolean
  /** For draws that are published from now on. */
  readonly betLimits: Limits
  /** On the turnover of draws from then on. */
  readonly rebateBps: Bps
  /** How soon cases of each queue are to be decided. */
  readonly promisedMs: ReturnType<typeof promisedMs>
  readonly supportHours: OfficeHours | null
  readonly signals: SignalSettings
}

/** The settings in force, from the values that were changed; what was never changed is as it came. */
export function settingsFrom(changed: ReadonlyMap<MoneySettingName, bigint>): MoneySettings {
  const of = (name: MoneySettingName) => changed.get(name) ?? moneySettings[name].byDefault
  const promised = promisedMs(of)
  return {
    depositMin: of('deposit_min') as Cents,
    withdrawalMin: of('withdrawal_min') as Cents,
    withdrawalMax: of('withdrawal_max') as Cents,
    withdrawalsPerDay: Number(of('withdrawals_per_day')),
    withdrawalFeeBps: Number(of('withdrawal_fee')) as Bps,
    fourEyesAbove: of('four_eyes_above') as Cents,
    walletWaitMs: Number(of('wallet_wait')) * 3_600_000,
    depositsOpen: of('deposits_open') === 1n,
    withdrawalsOpen: of('withdrawals_open') === 1n,
    betLimits: limitsFrom(of),
    rebateBps: Number(of('rebate')) as Bps,
    promisedMs: promised,
    supportHours: officeHours(of),
    signals: signalSettingsFrom(of, promised.withdrawals),
  }
}

/**
 * Reads a value as people write it for its unit: `10.00` for an amount, `2.00` for a percentage, `on` or `off`,
 * `08:30`, whole digits for anything else. Percentages are kept as basis points, which nobody thinks in.
 */
export function readSetting(name: MoneySettingName, text: string): bigint | null {
  const { unit } = moneySettings[name]
  if (unit === 'cents' || unit === 'percent') return parseCents(text)
  if (unit === 'switch') return text === 'on' ? 1n : text === 'off' ? 0n : null
  if (unit === 'time') return /^([01][0-9]|2[0-3]):[0-5][0-9]$/.test(text) ? minuteOf(text) : null
  return /^(0|[1-9][0-9]{0,6})$/.test(text) ? BigInt(text) : null
}

/** Minutes after midnight. */
function minuteOf(time: string): bigint {
  return BigInt(time.slice(0, 2)) * 60n + BigInt(time.slice(3))
}

export function writeSetting(name: MoneySettingName, value: bigint): string {
  const { unit } = moneySettings[name]
  if (unit === 'cents' || unit === 'percent') return formatCents(value as Cents)
  if (unit === 'time') return [value / 60n, value % 60n].map((part) => String(part).padStart(2, '0')).join(':')
  return unit === 'switch' ? (value === 1n ? 'on' : 'off') : String(value)
}

export type Bounds = { readonly least: bigint; readonly most: bigint }

/** Pairs of which the first never passes the second, though the bounds of each would let it. */
const inOrder = [
  ['withdrawal_min', 'withdrawal_max'],
  ['player_payout_max', 'draw_payout_max'],
] as const satisfies readonly (readonly [MoneySettingName, MoneySettingName])[]

/**
 * Between what a setting may lie beside others that are set so: its own bounds, or what one of those leaves of them.
 */
export function boundsBeside(name: MoneySettingName, changed: ReadonlyMap<MoneySettingName, bigint>): Bounds {
  const of = (other: MoneySettingName) => changed.get(other) ?? moneySettings[other].byDefault
  const own: Bounds = moneySettings[name]
  return inOrder.reduce<Bounds>(
    (bounds, [lower, upper]) =>
      narrower(bounds, {
        least: name === upper ? of(lower) : own.least,
        most: name === lower ? of(upper) : own.most,
      }),
    own,
  )
}

/** The intersection of two ranges. */
export function narrower(one: Bounds, other: Bounds): Bounds {
  return {
    least: one.least > other.least ? one.least : other.least,
    most: one.most < other.most ? one.most : other.most,
  }
}

export function isWithin({ least, most }: Bounds, value: bigint): boolean {
  return value >= least && value <= most
}
