import { type Bps, type Cents, formatCents, parseCents } from '../../money/cents.ts'

type Unit = 'cents' | 'bps' | 'count' | 'hours'

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
  /** The same for the way out. */
  withdrawal_min: { unit: 'cents', byDefault: 1_000n, least: 1n, most: 100_000n },
  /** What one reviewer can check and one bank transfer usually carries; more goes out in several. */
  withdrawal_max: { unit: 'cents', byDefault: 2_000_000n, least: 10_000n, most: 100_000_000n },
  /** Enough for a mistake and its correction, few enough for a thief to be noticed. */
  withdrawals_per_day: { unit: 'count', byDefault: 3n, least: 1n, most: 50n },
  /** The specification's 2 %. Nobody can agree to take more than a tenth of a player's money. */
  withdrawal_fee: { unit: 'bps', byDefault: 200n, least: 0n, most: 1_000n },
  /** A quarter of the largest withdrawal: two people look at what would hurt, one at what is ordinary. */
  four_eyes_above: { unit: 'cents', byDefault: 500_000n, least: 0n, most: 10_000_000n },
  /** A day for the owner to read the notice about a wallet that a stranger added. It can be longer, never shorter. */
  wallet_wait: { unit: 'hours', byDefault: 24n, least: 24n, most: 168n },
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
}

/** The settings in force, from the values that were changed; what was never changed is as it came. */
export function settingsFrom(changed: ReadonlyMap<MoneySettingName, bigint>): MoneySettings {
  const of = (name: MoneySettingName) => changed.get(name) ?? moneySettings[name].byDefault
  return {
    depositMin: of('deposit_min') as Cents,
    withdrawalMin: of('withdrawal_min') as Cents,
    withdrawalMax: of('withdrawal_max') as Cents,
    withdrawalsPerDay: Number(of('withdrawals_per_day')),
    withdrawalFeeBps: Number(of('withdrawal_fee')) as Bps,
    fourEyesAbove: of('four_eyes_above') as Cents,
    walletWaitMs: Number(of('wallet_wait')) * 3_600_000,
  }
}

/** Reads a value as it is written for its unit: `10.00` for cents, whole digits for anything else. */
export function readSetting(name: MoneySettingName, text: string): bigint | null {
  if (moneySettings[name].unit === 'cents') return parseCents(text)
  return /^(0|[1-9][0-9]{0,6})$/.test(text) ? BigInt(text) : null
}

export function writeSetting(name: MoneySettingName, value: bigint): string {
  return moneySettings[name].unit === 'cents' ? formatCents(value as Cents) : String(value)
}

export function isWithinBounds(name: MoneySettingName, value: bigint): boolean {
  const { least, most } = moneySettings[name]
  return value >= least && value <= most
}
