import type { BetLeaf } from '#core/fairness/bets'

/** A key of everything that a bet's payout depends on, shared by the page and the checker. */
export const dueName = ({ play, sel, stake, odds }: BetLeaf): string => [play, sel, stake, odds].join(' ')
