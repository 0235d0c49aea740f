import { type Cents, subtractCents, sumCents } from '#core/money/cents'
import type { ShownBet } from '../../../queries/bets.ts'

/** A player's bets, the latest draw first. Where there are more than were read (`isCut`), the last draw lacks some. */
export type OwnBets = { readonly bets: readonly ShownBet[]; readonly isCut: boolean }

/** A player's bets on one draw, in the order of their placing, and what came of them together. */
export type Mine = {
  readonly drawId: string
  readonly issue: string
  /** Whether it is the latest of the draws that somebody bet on. */
  readonly isLatest: boolean
  readonly bets: readonly ShownBet[]
  /** Null where the draw has more bets than are known here. */
  readonly staked: Cents | null
  /** Null until all of them are settled, and where there are more. */
  readonly came: { readonly paid: Cents; readonly net: Cents } | null
}

/** How long the outcome of one's latest bets stands on the game's page after the draw. */
const shownMs = 3_600_000

/** The two latest draws that somebody bet on. */
export function mineOf({ bets, isCut }: OwnBets, nowMs: number): readonly Mine[] {
  const cutId = isCut ? bets.at(-1)?.drawId : undefined
  const byDraw = new Map<string, ShownBet[]>()
  for (const bet of bets.filter(({ drawsAt }) => nowMs - drawsAt < shownMs))
    byDraw.set(bet.drawId, [...(byDraw.get(bet.drawId) ?? []), bet])
  return [...byDraw].slice(0, 2).map(([drawId, latestFirst], at) => {
    const own = latestFirst.toReversed()
    const staked = sumCents(own.map(({ stake }) => stake))
    const paid = sumCents(own.map(({ payout }) => payout))
    const isSettled = own.every(({ state }) => state === 'completed')
    const isWhole = drawId !== cutId
    return {
      drawId,
      issue: own[0]!.issue,
      isLatest: at === 0,
      bets: own,
      staked: isWhole ? staked : null,
      came: isWhole && isSettled ? { paid, net: subtractCents(paid, staked) } : null,
    }
  })
}

/** What a bet brought beyond its stake, or cost; null until it is known. */
export const netOf = ({ outcome, payout, stake }: ShownBet): Cents | null =>
  outcome === null ? null : subtractCents(payout, stake)

/** Whether a list that begins with these bets has all bets on its first two draws. */
export const hasTwoDraws = (bets: readonly ShownBet[]): boolean => new Set(bets.map(({ drawId }) => drawId)).size > 2
