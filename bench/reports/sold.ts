import { outcomeOf, kindOfFamily, streamOf } from '#core/fairness/numbers'
import { type Bet, acceptedBet, priceOf, readPlay } from '#core/games/bets'
import type { Family } from '#core/games/catalogue'
import type { Result } from '#core/games/draw-shape'
import { families } from '#core/games/families'
import { playCode, positionsOf } from '#core/games/market'
import { returnAt } from '#core/games/odds'
import { settle } from '#core/games/settle'

/** A selection to bet on, with its odds and its expected return as an exact fraction. */
export type Option = {
  readonly play: string
  readonly selection: string
  readonly lines: number
  readonly odds: number
  readonly over: bigint
  readonly under: bigint
}

/** How many selections of each market to use at each position, spread over all of them, of which some markets have thousands. */
const perPosition = 8

/** Every market of a family at every position, and slips of several lines where numbers are picked in any order. */
export function optionsOf(family: Family): Option[] {
  return families[family].markets.flatMap((market) =>
    positionsOf(market).flatMap((position) => {
      const { selections, picks } = market
      const step = Math.max(1, Math.floor(selections.length / perPosition))
      const chosen = selections.filter((_, at) => at % step === 0).slice(0, perPosition)
      if (picks?.order === 'ascending' && picks.size < 8) chosen.push(longer(selections, picks.size))
      return chosen.map((selection) => optionOf(playCode(market, position), selection))
    }),
  )
}

/** One number more than the market picks, from the numbers that it sells. */
function longer(selections: readonly string[], size: number): string {
  const numbers = [...new Set(selections.flatMap((each) => each.split(',')))].toSorted((a, b) => Number(a) - Number(b))
  return numbers.slice(0, size + 1).join(',')
}

function optionOf(play: string, selection: string): Option {
  const read = readPlay({ play, selection })
  if (!read) throw new Error(`no game offers ${play} ${selection}`)
  const { chance, oddsHundredths: odds } = priceOf(read)
  return { play, selection, lines: read.lines, odds, ...returnAt(chance, odds) }
}

/** Results of a family, as its draws give them. */
export function resultsOf(family: Family, count: number): Result[] {
  const next = streamOf('ab'.repeat(32))
  return Array.from({ length: count }, () => Object.freeze(outcomeOf(kindOfFamily[family], next)))
}

/** How many lines of an option win with a result; 0 means that the stake is given back, null a loss. */
export function wonLines({ play, selection }: Option, result: Result): number | null {
  const bet: Bet = acceptedBet({ play, selection, stake: 1n, odds: 100 })
  const { verdict, payout } = settle(bet, result)
  return verdict === 'lose' ? null : verdict === 'push' ? 0 : Number(payout)
}
