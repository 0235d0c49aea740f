import type { Cents } from '../../money/cents.ts'
import { type Bet, priceOf, readPlay } from '../bets.ts'

/** A bet for a test: `betOn('pk10.position_number@3', '7')` stakes 10.00 a line at today's odds. */
export function betOn(play: string, selection: string, terms: { stake?: bigint; odds?: number } = {}): Bet {
  const read = readPlay({ play, selection })
  if (!read) throw new Error(`${play} does not sell ${selection}`)
  const oddsHundredths = terms.odds ?? priceOf(read).oddsHundredths
  return { ...read, oddsHundredths, stakePerLine: (terms.stake ?? 1_000n) as Cents }
}
