import { type Cents, zeroCents } from '../money/cents.ts'
import type { DepositCurrency } from '../rules/money/deposit.ts'
import type { WalletKind } from '../rules/money/wallet.ts'
import type { Posting } from './postings.ts'

/** Money that arrived becomes the player's. */
export function depositPassed(playerId: string, currency: DepositCurrency, received: Cents): Posting[] {
  return [{ from: `world:${currency}`, to: `player:${playerId}:available`, amount: received }]
}

/**
 * Money that was taken back outside is taken back here: from the player as far as there is any, and for the rest from
 * the house, whose loss it is until the player pays. No player's account goes below zero.
 */
export function depositReversed(given: {
  playerId: string
  currency: DepositCurrency
  amount: Cents
  available: Cents
}): { postings: Posting[]; shortfall: Cents } {
  const { playerId, currency, amount, available } = given
  const fromPlayer = available < amount ? available : amount
  const shortfall = (amount - fromPlayer) as Cents
  const to = `world:${currency}` as const
  const postings: Posting[] = [
    { from: `player:${playerId}:available`, to, amount: fromPlayer },
    { from: 'house:reversals', to, amount: shortfall },
  ]
  return { postings: postings.filter(({ amount: each }) => each > zeroCents), shortfall }
}

/** What arrives pays first what an earlier top-up that was taken back left missing. */
export function shortfallRepaid(playerId: string, amount: Cents): Posting[] {
  return [{ from: `player:${playerId}:available`, to: 'house:reversals', amount }]
}

/** Out of the player's reach at once, so that it cannot be bet while it is decided about. */
export function withdrawalAsked(playerId: string, amount: Cents): Posting[] {
  return [{ from: `player:${playerId}:available`, to: `player:${playerId}:held`, amount }]
}

export function withdrawalPassed(playerId: string, to: WalletKind, split: { fee: Cents; actual: Cents }): Posting[] {
  const from = `player:${playerId}:held` as const
  const postings: Posting[] = [
    { from, to: 'house:fees', amount: split.fee },
    { from, to: to === 'digital' ? 'world:usdt' : 'world:bank', amount: split.actual },
  ]
  return postings.filter(({ amount }) => amount > zeroCents)
}

export function withdrawalRejected(playerId: string, amount: Cents): Posting[] {
  return [{ from: `player:${playerId}:held`, to: `player:${playerId}:available`, amount }]
}
