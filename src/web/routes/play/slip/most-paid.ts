import { useEffect, useMemo, useState } from 'react'
import type { Bet } from '#core/games/bets'
import type { Cents } from '#core/money/cents'
import { mostPaid } from './figures.ts'

/** So few bets are computed between two frames, even on a slow phone. */
const fewBets = 8
const restMs = 150

/**
 * The most that the bets can pay together; null until it is known. Many bets on a race take a slow phone a while, so
 * this is computed when nobody taps, and no tap waits for it.
 */
export function useMostPaid(bets: readonly Bet[] | null): Cents | null {
  const few = useMemo(() => (bets && bets.length <= fewBets ? mostPaid(bets) : null), [bets])
  const [counted, setCounted] = useState<{ readonly bets: readonly Bet[]; readonly most: Cents } | null>(null)
  useEffect(() => {
    if (!bets || bets.length <= fewBets) return
    const timer = setTimeout(() => setCounted({ bets, most: mostPaid(bets) }), restMs)
    return () => clearTimeout(timer)
  }, [bets])
  return few ?? (counted?.bets === bets ? counted.most : null)
}
