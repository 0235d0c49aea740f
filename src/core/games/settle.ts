import { type Cents, zeroCents } from '../money/cents.ts'
import { type Bet, stakeOf } from './bets.ts'
import type { Result } from './draw-shape.ts'
import { type Market, positionsOf, seenAt } from './market.ts'

export type Verdict = 'win' | 'lose' | 'push'

export type Settlement = { readonly verdict: Verdict; readonly payout: Cents }

/** What one line pays when it wins. Rounds down, per line: a fraction of a cent was never staked for. */
export function linePayout(stakePerLine: Cents, oddsHundredths: number): Cents {
  return ((stakePerLine * BigInt(oddsHundredths)) / 100n) as Cents
}

/** The one settlement: ledger, history, verify page and reports all call it. */
export function settle(bet: Bet, result: Result): Settlement {
  const { wins, isPush } = outcomeOf(bet.market, bet.position, result)
  if (isPush) return { verdict: 'push', payout: stakeOf(bet) }
  const won = bet.lines === 1 ? Number(wins.has(bet.key)) : wonLines(bet, wins)
  if (won === 0) return { verdict: 'lose', payout: zeroCents }
  return { verdict: 'win', payout: (linePayout(bet.stakePerLine, bet.oddsHundredths) * BigInt(won)) as Cents }
}

/** A winning line counts when all its numbers were chosen. */
function wonLines(bet: Bet, wins: ReadonlySet<string>): number {
  const chosen = new Set(bet.key.split(','))
  return [...wins].filter((line) => line.split(',').every((number) => chosen.has(number))).length
}

type Outcome = { readonly wins: ReadonlySet<string>; readonly isPush: boolean }

/**
 * All bets of a period share one result, so its winners are found once per market and position. Only a frozen result is
 * remembered: any other could change after its winners were written down.
 */
const outcomes = new WeakMap<Result, Map<Market, Outcome[]>>()

function outcomeOf(market: Market, position: number | null, result: Result): Outcome {
  if (!Object.isFrozen(result)) return findOutcome(market, seenAt(market, position, result))
  const ofResult = outcomes.get(result) ?? new Map<Market, Outcome[]>()
  outcomes.set(result, ofResult)
  const ofMarket = ofResult.get(market) ?? []
  ofResult.set(market, ofMarket)
  return (ofMarket[position ?? 0] ??= findOutcome(market, seenAt(market, position, result)))
}

function findOutcome(market: Market, seen: Result): Outcome {
  return { wins: new Set(market.winners(seen)), isPush: market.isPush(seen) }
}

/** A selection within its market: `big`, or `3:big` where the market is sold at positions. */
export function selectionKey(position: number | null, selection: string): string {
  return position === null ? selection : `${position}:${selection}`
}

/** The inverse of `settle`: from a result, which selections of one line win and which get their stake back. */
export function winningKeys(
  market: Market,
  result: Result,
): { readonly wins: ReadonlySet<string>; readonly pushes: ReadonlySet<string> } {
  const wins = new Set<string>()
  const pushes = new Set<string>()
  for (const position of positionsOf(market)) {
    const outcome = outcomeOf(market, position, result)
    for (const selection of outcome.wins) wins.add(selectionKey(position, selection))
    if (outcome.isPush) for (const selection of market.selections) pushes.add(selectionKey(position, selection))
  }
  return { wins, pushes }
}
