import type { Cents } from '../money/cents.ts'

/**
 * The accounts of a player: what can be spent, what withdrawals hold until they are decided, and what repeat orders are
 * to stake.
 */
export const playerAccounts = ['available', 'held', 'repeat_order'] as const

export type PlayerAccount = (typeof playerAccounts)[number]

/** The names of all accounts of one player. */
export function accountsOf(playerId: string): AccountRef[] {
  return playerAccounts.map((each) => `player:${playerId}:${each}` as const)
}

/**
 * Where money can be. A player's accounts never go below zero; the house's and the outside world's may, since what a
 * player has is what they owe. A period holds its stakes until it is settled.
 */
export type AccountRef =
  | `player:${string}:${PlayerAccount}`
  | `period:${string}:stakes`
  | `house:${string}`
  | `world:${string}`

/** One movement of a positive amount. Several make a transfer, which balances by construction. */
export type Posting = { readonly from: AccountRef; readonly to: AccountRef; readonly amount: Cents }

/** Every kind of transfer that exists; a statement can be asked for one of them. */
export const transferKinds = [
  'demo_grant',
  'deposit_passed',
  'deposit_reversed',
  'shortfall_repaid',
  'withdrawal_asked',
  'withdrawal_passed',
  'withdrawal_rejected',
  'bet',
  'payout',
  'refund',
  'shadow',
  'rebate',
  'repeat_order_hold',
  'repeat_order_release',
] as const

export type TransferKind = (typeof transferKinds)[number]

/** Play money given to a demo player; no deposit stands behind it. */
export function demoGranted(playerId: string, amount: Cents): Posting[] {
  return [{ from: 'world:demo', to: `player:${playerId}:available`, amount }]
}

/** What a repeat order may stake on draws to come is set aside at once, so that it cannot be spent elsewhere. */
export function repeatOrderHeld(playerId: string, amount: Cents): Posting[] {
  return [{ from: `player:${playerId}:available`, to: `player:${playerId}:repeat_order`, amount }]
}

/** What a repeat order will not stake after all is free again. */
export function repeatOrderReleased(playerId: string, amount: Cents): Posting[] {
  return [{ from: `player:${playerId}:repeat_order`, to: `player:${playerId}:available`, amount }]
}

/**
 * What each account gains or loses, sorted by name. The database locks accounts in another order, that of their ids.
 */
export function netChanges(postings: readonly Posting[]): [AccountRef, Cents][] {
  const net = new Map<AccountRef, bigint>()
  for (const { from, to, amount } of postings) {
    net.set(from, (net.get(from) ?? 0n) - amount)
    net.set(to, (net.get(to) ?? 0n) + amount)
  }
  return [...net]
    .filter(([, change]) => change !== 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([ref, change]) => [ref, change as Cents])
}
