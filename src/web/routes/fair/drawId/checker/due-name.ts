import type { BetLeaf } from '#core/fairness/bets'

/** What a bet's payout depends on, in a word: page and checker speak of bets by it. */
export const dueName = ({ play, sel, stake, odds }: BetLeaf): string => [play, sel, stake, odds].join(' ')
