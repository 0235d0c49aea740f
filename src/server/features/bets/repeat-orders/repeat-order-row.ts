import type { Input } from '#contract/endpoint'
import type { placeBets } from '#contract/play/bets'
import type { LiveEvent } from '#contract/live'
import { type Cents, formatCents, multiplyCents, parseCents, storedCents } from '#core/money/cents'
import { repeatOrderReleased } from '#core/ledger/postings'
import type { Selectable } from 'kysely'
import type { Tx } from '../../../world/members/database.ts'
import type { RepeatOrder } from '../../../world/members/tables.generated.ts'
import { post } from '../../../services/ledger/post.ts'

type Chosen = Input<typeof placeBets>['bets'][number]

/** Bets as the row stores them: in their wire form. */
export function wireBets(bets: readonly Chosen[]) {
  return bets.map(({ stake, ...rest }) => ({ ...rest, stake: formatCents(stake) }))
}

export function chosenBets({ bets }: Pick<Selectable<RepeatOrder>, 'bets'>): Chosen[] {
  return (bets as ReturnType<typeof wireBets>).map(({ stake, ...rest }) => ({ ...rest, stake: parseCents(stake)! }))
}

/** The money held for a repeat order: for the periods to come, and for the one on which a bet is being placed. */
export function setAside({
  stake,
  left_over: left,
  claim_key: claim,
}: Pick<Selectable<RepeatOrder>, 'stake' | 'left_over' | 'claim_key'>): Cents {
  return multiplyCents(storedCents(stake), claim === null ? left : left + 1)
}

type Ending = {
  readonly status: 'done' | 'won' | 'cancelled' | 'stopped'
  readonly transferId: string
  readonly nowMs: number
}

/**
 * Ends a repeat order whose row is locked, and frees the money held for it. A bet that is being placed is either placed
 * by then or finds its claim gone.
 */
export async function endRepeatOrder(
  tx: Tx,
  repeatOrder: Selectable<RepeatOrder>,
  { status, transferId, nowMs }: Ending,
): Promise<Cents> {
  const freed = setAside(repeatOrder)
  await tx
    .updateTable('repeat_order')
    .set({ status, left_over: 0, ...noClaim, ended_at: new Date(nowMs) })
    .where('id', '=', repeatOrder.id)
    .execute()
  if (freed > 0n) {
    const postings = repeatOrderReleased(repeatOrder.player_id, freed)
    await post(tx, { id: transferId, kind: 'repeat_order_release', postings, atMs: nowMs })
  }
  return freed
}

/** The claim columns of a repeat order for which no bet is being placed. */
export const noClaim = { current_period: null, claim_key: null, claimed_until: null }

/** The events for the player's open pages when a repeat order of theirs changed. */
export function repeatOrderEvents({ id, player_id }: Pick<Selectable<RepeatOrder>, 'id' | 'player_id'>): LiveEvent[] {
  const audience = `player:${player_id}` as const
  return [
    { audience, kind: 'balance.changed', body: {} },
    { audience, kind: 'repeatOrder.changed', body: { id } },
  ]
}
