import { type Cents, feeCents, sumCents } from '../../money/cents.ts'
import type { MoneySettings } from './settings.ts'

const dayMs = 24 * 3_600_000

/** The closed list of reasons to reject a withdrawal. None asks for papers: that was done before the first top-up. */
export const withdrawalReasons = [
  'wallet_invalid',
  'name_differs',
  'wallet_shared',
  'payout_failed',
  'security_check',
  'other',
] as const

export type WithdrawalReason = (typeof withdrawalReasons)[number]

/** What the reviewer should look at twice. */
export const withdrawalFlags = [
  'name_differs',
  'not_certified',
  'wallet_shared',
  'wallet_removed',
  'little_play',
  'split',
  'deposit_reversed',
] as const

export type WithdrawalFlag = (typeof withdrawalFlags)[number]

/** The day whose withdrawals are counted, by universal time: the same moment for everybody, and no daylight saving. */
export function countedDay(nowMs: number): { fromMs: number; untilMs: number } {
  const fromMs = nowMs - (nowMs % dayMs)
  return { fromMs, untilMs: fromMs + dayMs }
}

/**
 * What a withdrawal costs and what arrives. The two always add up to the amount, and of a cent or two a cent arrives.
 */
export function withdrawalSplit(
  amount: Cents,
  settings: Pick<MoneySettings, 'withdrawalFeeBps'>,
): { fee: Cents; actual: Cents } {
  const whole = feeCents(amount, settings.withdrawalFeeBps)
  const fee = whole < amount || amount <= 0n ? whole : ((amount - 1n) as Cents)
  return { fee, actual: (amount - fee) as Cents }
}

type Request = {
  readonly amount: Cents
  /** Asked for today already, whatever became of them but rejection. */
  readonly askedToday: number
  readonly nowMs: number
  readonly pausedUntilMs: number | null
  readonly usableFromMs: number
  /** What reversed top-ups left unpaid. */
  readonly owed: Cents
  readonly available: Cents
}

/** All that a player can withdraw once what they owe is paid from the balance; null where that is more than they have. */
export function leftToWithdraw({ available, owed }: Pick<Request, 'available' | 'owed'>): Cents | null {
  return owed > available ? null : ((available - owed) as Cents)
}

/**
 * Whether so much may go out by the minimum: what is left below it may leave as a whole, or it could never leave. `available` is all that
 * the player can withdraw.
 */
export function isEnough(
  { amount, available }: Pick<Request, 'amount' | 'available'>,
  { withdrawalMin }: Pick<MoneySettings, 'withdrawalMin'>,
): boolean {
  return amount >= withdrawalMin || (amount > 0n && amount === available)
}

/** Why a withdrawal is not taken, before it is looked at whether there is as much. */
export function withdrawalRefusal(request: Request, settings: MoneySettings) {
  if (!settings.withdrawalsOpen) return 'transactions_restricted'
  const available = leftToWithdraw(request)
  if (available === null) return 'withdrawal_needs_support'
  if (!isEnough({ amount: request.amount, available }, settings)) return 'amount_too_small'
  if (request.amount > settings.withdrawalMax) return 'amount_too_large'
  if ((request.pausedUntilMs ?? 0) > request.nowMs) return 'withdrawals_paused'
  if (request.usableFromMs > request.nowMs) return 'wallet_waiting'
  return request.askedToday >= settings.withdrawalsPerDay ? 'withdrawals_used_up' : null
}

/** Two people decide when this one, or what was asked for within a day together with it, is above the threshold. */
export function needsTwoPeople(amounts: readonly Cents[], settings: MoneySettings): boolean {
  return sumCents(amounts) > settings.fourEyesAbove
}
