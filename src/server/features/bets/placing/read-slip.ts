import type { placeBets, placeRepeatOrder } from '#contract/play/bets'
import type { Input } from '#contract/endpoint'
import { type Bet, readPlay } from '#core/games/bets'
import { formatCents } from '#core/money/cents'
import { betRefusal, maxStakeFor } from '#core/rules/stake-limits'
import type { OpenPeriod } from '../../../world/members/betting.ts'
import { Refusal } from '../../../world/refusal.ts'

type Asked = Pick<Input<typeof placeBets> | Input<typeof placeRepeatOrder>, 'rules' | 'bets'>

/** The bets of a slip. Refuses one that the draw's published rules do not sell, at other odds or beyond the limits. */
export function readSlip(
  { rules, bets }: Asked,
  { family, rulesHash, limits, sells }: Pick<OpenPeriod, 'family' | 'rulesHash' | 'limits' | 'sells'>,
): Bet[] {
  if (rules !== rulesHash) throw new Refusal('odds_changed')
  return bets.map(({ play, selection, stake, odds }) => {
    const read = readPlay({ play, selection })
    if (!read || read.market.family !== family || !sells(read.market)) throw new Refusal('bet_unknown')
    const bet: Bet = { ...read, stakePerLine: stake, oddsHundredths: odds }
    const refusal = betRefusal(bet, limits)
    if (refusal === 'stake_too_small') throw new Refusal(refusal, { min: formatCents(limits.minStake) })
    if (refusal === 'stake_too_large') throw new Refusal(refusal, { max: formatCents(maxStakeFor(bet, limits)) })
    if (refusal) throw new Refusal(refusal)
    return bet
  })
}
