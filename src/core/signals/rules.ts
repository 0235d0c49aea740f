import type { Cents } from '../money/cents.ts'

/**
 * Patterns in what accounts do that a person should look at. A signal is a question and not a verdict: nothing follows from it
 * except a case and, where two people switched it on, the hold of a withdrawal until somebody has looked at the case.
 */
export const signalRules = ['wallet', 'unplayed', 'sides', 'parts', 'device', 'country'] as const
export type SignalRule = (typeof signalRules)[number]

const points = (byDefault: bigint) => ({ unit: 'points', byDefault, least: 0n, most: 100n }) as const
const holds = (byDefault: 0n | 1n) => ({ unit: 'switch', byDefault, least: 0n, most: 1n }) as const

/** What two people can change about the rules. A rule that is worth no points rests. */
export const signalSettings = {
  /** Half a day to look at a case, within the day that a withdrawal is promised to take. A hold never exceeds that promise. */
  signal_hold: { unit: 'minutes', byDefault: 720n, least: 5n, most: 10_080n },
  /** A day for a case without a held withdrawal: nobody waits for their money because of it. */
  signal_promise: { unit: 'minutes', byDefault: 1_440n, least: 5n, most: 10_080n },
  /** A month in full, another for a half, another for a quarter: what happened in spring says little in summer. */
  signal_fade: { unit: 'days', byDefault: 30n, least: 1n, most: 365n },
  /** Couples share a card; three accounts rarely do. */
  signal_wallet_accounts: { unit: 'number', byDefault: 3n, least: 2n, most: 20n },
  signal_wallet_points: points(40n),
  signal_wallet_holds: holds(1n),
  /** Below that sum nobody launders, and many change their mind. */
  signal_unplayed_above: { unit: 'cents', byDefault: 50_000n, least: 1_000n, most: 10_000_000n },
  /** Of the top-ups; whoever stakes a fifth of them has played. */
  signal_unplayed_share: { unit: 'percent', byDefault: 2_000n, least: 100n, most: 10_000n },
  signal_unplayed_days: { unit: 'days', byDefault: 7n, least: 1n, most: 30n },
  signal_unplayed_points: points(30n),
  signal_unplayed_holds: holds(1n),
  /** On each side of a draw; cents on both sides are play. */
  signal_sides_stake: { unit: 'cents', byDefault: 1_000n, least: 100n, most: 1_000_000n },
  /** Within a day. Two who live together meet on opposite sides once or twice by chance. */
  signal_sides_draws: { unit: 'number', byDefault: 3n, least: 1n, most: 100n },
  signal_sides_points: points(40n),
  signal_sides_holds: holds(1n),
  signal_parts_count: { unit: 'number', byDefault: 3n, least: 2n, most: 20n },
  /** Of the amount above which two people decide: what is that close below it may be meant to stay below. */
  signal_parts_near: { unit: 'percent', byDefault: 8_000n, least: 5_000n, most: 9_900n },
  signal_parts_days: { unit: 'days', byDefault: 3n, least: 1n, most: 14n },
  signal_parts_points: points(25n),
  signal_parts_holds: holds(0n),
  signal_device_hours: { unit: 'hours', byDefault: 24n, least: 1n, most: 168n },
  signal_device_above: { unit: 'cents', byDefault: 10_000n, least: 100n, most: 10_000_000n },
  signal_device_points: points(15n),
  signal_device_holds: holds(0n),
  /** People travel, so it is worth little by itself. */
  signal_country_points: points(10n),
  signal_country_holds: holds(0n),
} as const

export type SignalSettingName = keyof typeof signalSettings

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export type SignalSettings = {
  /** Counted from the request of the withdrawal, and never longer than what is promised for its decision. */
  readonly holdMs: number
  readonly promisedMs: number
  readonly fadeMs: number
  readonly points: Readonly<Record<SignalRule, number>>
  readonly holds: readonly SignalRule[]
  readonly wallet: { readonly accounts: number }
  readonly unplayed: { readonly above: Cents; readonly shareBps: number; readonly windowMs: number }
  readonly sides: { readonly stake: Cents; readonly draws: number }
  readonly parts: { readonly count: number; readonly nearBps: number; readonly windowMs: number }
  readonly device: { readonly windowMs: number; readonly above: Cents }
}

/** The rules' settings in force, where a withdrawal is promised to be decided within `promisedMs`. */
export function signalSettingsFrom(of: (name: SignalSettingName) => bigint, promisedMs: number): SignalSettings {
  const number = (name: SignalSettingName) => Number(of(name))
  const ofRules = <T>(value: (rule: SignalRule) => T) =>
    Object.fromEntries(signalRules.map((rule) => [rule, value(rule)])) as Record<SignalRule, T>
  return {
    holdMs: Math.min(number('signal_hold') * minuteMs, promisedMs),
    promisedMs: number('signal_promise') * minuteMs,
    fadeMs: number('signal_fade') * dayMs,
    points: ofRules((rule) => number(`signal_${rule}_points`)),
    holds: signalRules.filter((rule) => of(`signal_${rule}_holds`) === 1n),
    wallet: { accounts: number('signal_wallet_accounts') },
    unplayed: {
      above: of('signal_unplayed_above') as Cents,
      shareBps: number('signal_unplayed_share'),
      windowMs: number('signal_unplayed_days') * dayMs,
    },
    sides: { stake: of('signal_sides_stake') as Cents, draws: number('signal_sides_draws') },
    parts: {
      count: number('signal_parts_count'),
      nearBps: number('signal_parts_near'),
      windowMs: number('signal_parts_days') * dayMs,
    },
    device: { windowMs: number('signal_device_hours') * hourMs, above: of('signal_device_above') as Cents },
  }
}

/** The settings of one rule, as the console lists them. */
export function settingsOfRule(rule: SignalRule): SignalSettingName[] {
  return (Object.keys(signalSettings) as SignalSettingName[]).filter((name) => name.startsWith(`signal_${rule}_`))
}
