import { createHash } from 'node:crypto'
import type { Bet } from '#core/games/bets'
import { formatFraction } from '#core/games/chance'
import { drawShapes, eachOutcome, type Result } from '#core/games/draw-shape'
import type { Market } from '#core/games/market'
import { formatOdds, pricesOf } from '#core/games/odds'
import { settle } from '#core/games/settle'
import { formatCents, parseCents } from '#core/money/cents'

/** A stake whose product with nearly every odds has a fraction of a cent, which must be cut off. */
const digestStake = parseCents('13.37')!

/** What both implementations report about one market at one position, over every outcome. */
export type MarketDigest = {
  outcomes: number
  digest: string
  prices: { win: string; push: string; odds: string; return: string }[]
}

type Asked = { market: Market; position: number | null; full: boolean }

/** The question to the second implementation, one line. */
export function digestQuestion({ market, position, full }: Asked): string {
  const { family, code, selections } = market
  return JSON.stringify({ family, market: code, position, selections, stake: formatCents(digestStake), full })
}

/** Our own answer: every selection settled under every outcome, as text, hashed in ascending order of outcomes. */
export function digestMarket(asked: Asked): MarketDigest {
  const { market, position } = asked
  const bets = betsOn(market, position)
  const texts = new Map<number, string>()
  const hash = createHash('sha256')
  const reads = market.reads(position)
  let outcomes = 0
  let waiting = ''
  eachResult(asked, (result) => {
    const key = keyOf(reads, result, market.isUnordered)
    let text = texts.get(key)
    if (text === undefined) {
      text = settledText(bets, Object.freeze([...result]))
      texts.set(key, text)
    }
    waiting += text
    // One call of the hash for many outcomes: there are four million of them.
    if (waiting.length > 1 << 16) {
      hash.update(waiting)
      waiting = ''
    }
    outcomes += 1
  })
  hash.update(waiting)
  const prices = [...pricesOf(market).values()].map(({ chance, oddsHundredths, playerReturn }) => ({
    win: formatFraction(chance.win),
    push: formatFraction(chance.push),
    odds: formatOdds(oddsHundredths),
    return: formatFraction(playerReturn),
  }))
  return { outcomes, digest: hash.digest('hex'), prices }
}

/** The numbers that the market reads as one number, the same for every order of them where the order is free. */
function keyOf(reads: readonly number[], result: Result, isUnordered: boolean): number {
  const base = 16
  let key = 0
  for (const at of reads) key = isUnordered ? key + base ** result[at]! : key * base + result[at]!
  return key
}

function betsOn(market: Market, position: number | null): Bet[] {
  return [...pricesOf(market)].map(([key, { oddsHundredths }]) => ({
    market,
    position,
    key,
    lines: 1,
    oddsHundredths,
    stakePerLine: digestStake,
  }))
}

function settledText(bets: readonly Bet[], result: Result): string {
  const settled = bets.map((bet) => ({ key: bet.key, ...settle(bet, result) }))
  if (settled.every(({ verdict, payout }) => verdict === 'push' && payout === digestStake)) return 'push\n'
  const wins = settled.filter(({ verdict }) => verdict === 'win').map(({ key, payout }) => `${key}=${payout}`)
  return `${wins.join(',')}\n`
}

/** A race without `full` shows only the places that the market reads; the others stay empty. */
function eachResult({ market, position, full }: Asked, visit: (result: Result) => void): void {
  const shape = drawShapes[market.family]
  if (market.family !== 'pk10' || full) return eachOutcome(shape, shape.places, visit)
  const reads = market.reads(position)
  eachOutcome(shape, reads.length, (seen) => {
    const result = Array.from({ length: shape.places }, () => NaN)
    for (const [at, place] of reads.entries()) result[place] = seen[at]!
    visit(result)
  })
}
