import type { MoneySettingName } from './settings.ts'

/** What is under way and can be counted when a setting changes. */
export type UnderWay = 'certifications' | 'deposits' | 'withdrawals' | 'proposals' | 'draws' | 'holds' | 'cases'

/**
 * What a change of a setting does to what is under way, and what of that is counted beside it. Each has its sentence in the
 * console.
 */
export const reaches = {
  /** Top-ups already asked for stay valid. */
  deposits: ['deposits'],
  /** Withdrawals already asked for stay valid. */
  withdrawals: ['withdrawals'],
  /** The fee is written down with the request. */
  fee: ['withdrawals'],
  /** A withdrawal is marked for two people when it is asked for, a top-up when it is credited. */
  fourEyes: ['withdrawals', 'deposits'],
  /** A wallet has its first usable instant from the day it was added. */
  wallets: [],
  /** A draw keeps the limits that it was published with. */
  draws: ['draws'],
  /** The setting in force at the draw decides, also where the rebate is paid later. */
  rebate: [],
  /** Whether a case is late is asked anew each time it is shown. */
  certificationPromise: ['certifications'],
  depositPromise: ['deposits'],
  withdrawalPromise: ['withdrawals'],
  proposalPromise: ['proposals'],
  office: [],
  /** A hold has its end from the day it was made. */
  holds: ['holds'],
  /** A case has its due time from the day it was opened. */
  cases: ['cases'],
  /** A signal has its points from the day it was found. */
  signals: [],
  /** A score is added up whenever it is shown. */
  scores: [],
} as const satisfies Readonly<Record<string, readonly UnderWay[]>>

type Reach = keyof typeof reaches

export const settingReach: Readonly<Record<MoneySettingName, Reach>> = {
  deposit_min: 'deposits',
  withdrawal_min: 'withdrawals',
  withdrawal_max: 'withdrawals',
  withdrawals_per_day: 'withdrawals',
  withdrawal_fee: 'fee',
  rebate: 'rebate',
  four_eyes_above: 'fourEyes',
  wallet_wait: 'wallets',
  deposits_open: 'deposits',
  withdrawals_open: 'withdrawals',
  bet_min: 'draws',
  bet_max_third: 'draws',
  bet_max_twelfth: 'draws',
  bet_max_sixtieth: 'draws',
  bet_max_rarer: 'draws',
  player_payout_max: 'draws',
  draw_payout_max: 'draws',
  certification_promise: 'certificationPromise',
  deposit_promise: 'depositPromise',
  withdrawal_promise: 'withdrawalPromise',
  proposal_promise: 'proposalPromise',
  support_opens: 'office',
  support_closes: 'office',
  signal_hold: 'holds',
  signal_promise: 'cases',
  signal_fade: 'scores',
  signal_wallet_accounts: 'signals',
  signal_wallet_points: 'signals',
  signal_wallet_holds: 'signals',
  signal_unplayed_above: 'signals',
  signal_unplayed_share: 'signals',
  signal_unplayed_days: 'signals',
  signal_unplayed_points: 'signals',
  signal_unplayed_holds: 'signals',
  signal_sides_stake: 'signals',
  signal_sides_draws: 'signals',
  signal_sides_points: 'signals',
  signal_sides_holds: 'signals',
  signal_parts_count: 'signals',
  signal_parts_near: 'signals',
  signal_parts_days: 'signals',
  signal_parts_points: 'signals',
  signal_parts_holds: 'signals',
  signal_device_hours: 'signals',
  signal_device_above: 'signals',
  signal_device_points: 'signals',
  signal_device_holds: 'signals',
  signal_country_points: 'signals',
  signal_country_holds: 'signals',
}
