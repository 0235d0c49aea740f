import type { Input, Output } from '#contract/endpoint'
import { listBets } from '#contract/play/bets'
import { parseReceipt } from '#core/fairness/receipt'
import { formatCents } from '#core/money/cents'
import { call } from '../../../client.ts'
import type { Evidence } from '../../../state/evidence.ts'

/** Pages of bets that are looked through for what receipts were paid. */
const pagesMost = 30

/**
 * Everything that this browser keeps, in the format of the command line verifier, with payouts from the player's bet
 * orders.
 */
export async function exportOf({ receipts, notes, heads, checkpoint }: Evidence) {
  const wanted = new Set(receipts.map((text) => parseReceipt(text)?.bet.betId))
  const payouts: Record<string, string> = {}
  let asked: Input<typeof listBets> | null = { state: 'completed' }
  for (let page = 0; asked && wanted.size > 0 && page < pagesMost; page++) {
    const { items, next }: Output<typeof listBets> = await call(listBets, asked)
    for (const { id, payout } of items) if (wanted.delete(id)) payouts[id] = formatCents(payout)
    asked = next === null ? null : { state: 'completed', after: next }
  }
  return { v: 2, receipts, notes, heads, checkpoint, payouts }
}
