import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { placeBets, placeChase } from '#contract/play/bets'
import type { Bet } from '#core/games/bets'
import { playCode } from '#core/games/market'
import { formatCents } from '#core/money/cents'
import { Unanswered, call } from '../../../client.ts'
import { meQuery, refreshMoney } from '../../../queries/accounts.ts'
import type { GameDraws } from '../../../queries/draws.ts'
import { useKeys } from '../../../state/keys.ts'

/** The same slip on draws to come. */
export type Chase = { readonly periods: number; readonly stopsOnWin: boolean }

type Slip = {
  readonly period: NonNullable<GameDraws['period']>
  readonly bets: readonly Bet[]
  readonly chase: Chase | null
}
type Sent = Slip & { readonly key: string }

async function place({ period: { drawId, rules }, bets, chase, key }: Sent) {
  const slip = { drawId, rules, bets: bets.map(wireBet) }
  if (!chase) return (await call(placeBets, slip, key)).receipts
  await call(placeChase, { ...slip, ...chase }, key)
  return []
}

const wireBet = ({ market, position, key, stakePerLine, oddsHundredths }: Bet) => ({
  play: playCode(market, position),
  selection: key,
  stake: stakePerLine,
  odds: oddsHundredths,
})

/**
 * Buys a slip. Until its answer is known the very same request is sent again, also when the period has changed meanwhile: a
 * slip for the next draw beside one whose fate is unknown could be a second one.
 */
export function usePurchase(onBought: () => void) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const keyFor = useKeys()
  const send = useMutation({
    mutationFn: place,
    onSuccess: async (receipts) => {
      onBought()
      void refreshMoney(queries)
      void queries.invalidateQueries({ queryKey: ['bets'] })
      const { keepReceipts } = await import('../../../state/evidence.ts')
      if (me && receipts.length > 0) await keepReceipts(me.id, receipts)
    },
    onError: () => {
      void refreshMoney(queries)
      void queries.invalidateQueries({ queryKey: ['draws'] })
    },
  })
  const buy = (slip: Slip) => {
    if (send.variables && send.error instanceof Unanswered) return send.mutate(send.variables)
    const { period, bets, chase } = slip
    const content = bets.map(wireBet).map((bet) => ({ ...bet, stake: formatCents(bet.stake) }))
    send.mutate({ ...slip, key: keyFor({ drawId: period.drawId, chase, content }) })
  }
  return { send, buy }
}
