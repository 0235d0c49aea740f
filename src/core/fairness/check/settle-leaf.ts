import { readPlay } from '../../games/bets.ts'
import { isResult } from '../../games/draw-shape.ts'
import { settle } from '../../games/settle.ts'
import type { Cents } from '../../money/cents.ts'
import type { BetLeaf } from '../bets.ts'
import type { Json } from '../canonical.ts'

/**
 * What a published bet is paid under a rules document, or null for a bet that the document does not sell: other family,
 * market, position or selection, odds that differ, or a stake that its lines cannot share equally.
 */
export function settleLeaf(rules: Json, bet: BetLeaf, outcome: readonly number[]): Cents | null {
  const selection = readPlay({ play: bet.play, selection: bet.sel })
  if (!selection) return null
  const { market, position, key, lines } = selection
  const document = rules as Rules
  if (document.family !== market.family || !isResult(market.family, outcome)) return null
  const odds = publishedOdds(document.markets[market.code], { position, key, isPicked: market.picks !== null })
  if (odds !== bet.odds || bet.stake % lines !== 0) return null
  const stakePerLine = BigInt(bet.stake / lines) as Cents
  return settle({ ...selection, stakePerLine, oddsHundredths: odds / 10 }, outcome).payout
}

/** The part of a rules document that settling reads. Its hash was compared before, so its form is our own. */
type Rules = { readonly family: string; readonly markets: { readonly [code: string]: PublishedMarket } }
type PublishedMarket = {
  readonly positions: readonly number[]
  readonly prices: readonly { readonly selections: readonly string[] | 'all'; readonly odds: number }[]
}

type Asked = { readonly position: number | null; readonly key: string; readonly isPicked: boolean }

function publishedOdds(market: PublishedMarket | undefined, { position, key, isPicked }: Asked): number | null {
  if (!market) return null
  if (position !== null && !market.positions.includes(position)) return null
  const price = market.prices.find(({ selections }) => (selections === 'all' ? isPicked : selections.includes(key)))
  return price?.odds ?? null
}
