import type { Family } from '#core/games/catalogue'
import type { Result } from '#core/games/draw-shape'
import type { Bps, Cents } from '#core/money/cents'
import type { Book } from '#core/rules/exposure'
import { openThread } from '../../world/work/worker-thread.ts'

/**
 * The sums over every outcome of a draw take up to half a second, so a worker thread computes them, not the event loop.
 */
type Sums = {
  readonly market: string
  readonly position: number | null
  readonly pays: Map<string, bigint>
  readonly staked: bigint
}

/** Account, play, selection, stake a line and odds of a bet; whole numbers that JSON might round are text. */
export type WrittenRow = readonly [account: string, play: string, selection: string, stake: string, odds: number]
export type Rebates = { readonly due: readonly { account: bigint; amount: Cents }[]; readonly expected: number }

export type PayoutTask =
  | { readonly kind: 'range'; readonly family: Family; readonly stacks: readonly Sums[] }
  /** `bets` is an array of `WrittenRow` as JSON: passing on one text costs the caller a tenth of passing on its rows. */
  | { readonly kind: 'rebates'; readonly bets: string; readonly result: Result; readonly rate: Bps }

/** Two threads, so that the rebates of a large draw do not delay a bet. */
const forBets = openThread<PayoutTask>(new URL('./payouts-worker.ts', import.meta.url))
const forRebates = openThread<PayoutTask>(new URL('./payouts-worker.ts', import.meta.url))

/** With this many tasks waiting, the caller uses the cheaper upper bound instead. */
const waitingMost = 32

/** The most that a book's bets can pay, exact over every outcome; null where too many tasks wait for the thread. */
export async function mostOf({ family, stacks }: Book): Promise<bigint | null> {
  if (forBets.waiting() >= waitingMost) return null
  const sums = [...stacks.values()].map(({ market, position, pays, staked }) => ({
    market: market.code,
    position,
    pays,
    staked,
  }))
  const { most } = await forBets.ask<{ most: Cents }>({ kind: 'range', family, stacks: sums })
  return most
}

/** The rebates due on a draw's bets, and what the bets were expected to return. */
export function rebatesOn(bets: string, { result, rate }: { result: Result; rate: Bps }): Promise<Rebates> {
  return forRebates.ask({ kind: 'rebates', bets, result, rate })
}
