import { useEffect, useMemo, useState } from 'react'
import type { Bet } from '#core/games/bets'
import type { Cents } from '#core/money/cents'
import { type Steps, counted } from '#core/rules/payout-range'
import { mostPaid } from './figures.ts'

/** So few bets are computed between two frames, even on a slow phone. */
const fewBets = 8
const restMs = 150
/** A part of a frame: a tap that comes meanwhile is answered in the next one. */
const turnMs = 4

/**
 * The most that the bets can pay together; null until it is known. Many bets on a race take a slow phone a while, so
 * this is computed when nobody taps and a little at a time, and no tap waits for it.
 */
export function useMostPaid(bets: readonly Bet[] | null): Cents | null {
  const few = useMemo(() => (bets && bets.length <= fewBets ? counted(mostPaid(bets)) : null), [bets])
  const [found, setFound] = useState<{ readonly bets: readonly Bet[]; readonly most: Cents } | null>(null)
  useEffect(() => {
    if (!bets || bets.length <= fewBets) return
    return countLater(mostPaid(bets), (most) => setFound({ bets, most }))
  }, [bets])
  return few ?? (found?.bets === bets ? found.most : null)
}

/** Counts in turns between which the browser does what is more urgent; the returned function gives up. */
function countLater<Counted>(steps: Steps<Counted>, tell: (result: Counted) => void): () => void {
  const turn = () => {
    const endsAt = performance.now() + turnMs
    let step = steps.next()
    while (!step.done && performance.now() < endsAt) step = steps.next()
    if (step.done) tell(step.value)
    else timer = setTimeout(turn)
  }
  let timer = setTimeout(turn, restMs)
  return () => clearTimeout(timer)
}
