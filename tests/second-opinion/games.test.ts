import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { Family } from '#core/games/catalogue'
import { countLines, priceOf, readSelection } from '#core/games/bets'
import { outcomeCount } from '#core/games/testing/outcome-count'
import { drawShapes, range } from '#core/games/draw-shape'
import { allMarkets, families } from '#core/games/families'
import { type Market, playCode, positionsOf } from '#core/games/market'
import { formatOdds } from '#core/games/odds'
import { settleLine } from '../../verify/game-lines.ts'
import { digestMarket, digestQuestion, type MarketDigest } from './game-digest.ts'

const script = fileURLToPath(new URL('games.py', import.meta.url))
const hasPython = spawnSync('python3', ['--version']).status === 0
if (!hasPython) process.stderr.write('python3 was not found: the second opinion on the games is skipped\n')

function secondOpinion<Answer>(questions: readonly string[]): Answer[] {
  const { status, stdout, stderr } = spawnSync('python3', [script], {
    input: questions.join('\n'),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) throw new Error(`the second opinion failed: ${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Answer)
}

describe.skipIf(!hasPython)('a second implementation agrees', () => {
  test.each(Object.keys(families) as Family[])('on every outcome, chance, price and payout of %s', (family) => {
    const asked = families[family].markets.flatMap((market) =>
      positionsOf(market).map((position) => ({ market, position, full: false })),
    )
    const theirs = secondOpinion<MarketDigest>(asked.map(digestQuestion))
    expect(theirs).toHaveLength(asked.length)
    for (const [at, { market, position, full }] of asked.entries()) {
      const ours = digestMarket({ market, position, full })
      expect({ play: playCode(market, position), ...ours }).toEqual({
        play: playCode(market, position),
        ...theirs[at],
      })
      if (family !== 'pk10') expect(ours.outcomes).toBe(outcomeCount(family))
    }
  })

  test('on twenty thousand arbitrary bets, several lines and odd stakes included', () => {
    const random = seeded(20_261_114)
    const bets = Array.from({ length: 20_000 }, () => arbitraryLine(random))
    const theirs = secondOpinion<object>(bets.map((bet) => JSON.stringify(bet)))
    expect(bets.map(settleLine)).toEqual(theirs)
  })
})

/** A random generator with a fixed seed, so that a failure can be repeated. */
function seeded(start: number): (below: number) => number {
  let state = start
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

function arbitraryLine(random: (below: number) => number): object {
  const market = allMarkets[random(allMarkets.length)]!
  const { family, code } = market
  const positions = positionsOf(market)
  const position = positions[random(positions.length)]!
  const selection = arbitrarySelection(market, random)
  const price = priceOf(readSelection({ family, market: code, position, selection })!)
  const stake = `${random(1_000)}.${String(1 + random(99)).padStart(2, '0')}`
  return {
    family,
    market: code,
    position,
    selection,
    odds: formatOdds(price.oddsHundredths + random(3)),
    stake,
    result: arbitraryResult(family, random),
  }
}

function arbitrarySelection(market: Market, random: (below: number) => number): string {
  if (market.picks?.order !== 'ascending' || random(2) === 0)
    return market.selections[random(market.selections.length)]!
  const labels = [...new Set(market.selections.flatMap((selection) => selection.split(',')))]
  const pool = labels.sort((a, b) => Number(a) - Number(b))
  const selection = pool.filter(() => random(4) > 0).join(',')
  return countLines(market, selection) > 0 ? selection : market.selections[0]!
}

function arbitraryResult(family: Family, random: (below: number) => number): number[] {
  const { pool, places, isDistinct } = drawShapes[family]
  const left = [...pool]
  return range(1, places).map(() => {
    const at = random(left.length)
    return isDistinct ? left.splice(at, 1)[0]! : left[at]!
  })
}
