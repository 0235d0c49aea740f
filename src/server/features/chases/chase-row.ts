import type { Input } from '#contract/endpoint'
import type { placeBets } from '#contract/play/bets'
import { acceptedBet, stakeOf } from '#core/games/bets'
import { type Cents, formatCents, multiplyCents, parseCents, sumCents } from '#core/money/cents'
import { chaseReleased } from '#core/ledger/postings'
import type { Selectable } from 'kysely'
import type { Tx } from '../../db/database.ts'
import type { Chase } from '../../db/tables.generated.ts'
import { post } from '../../ledger/post.ts'

type Chosen = Input<typeof placeBets>['bets'][number]

/** Bets as the row keeps them: as they came over the wire. */
export function wireBets(bets: readonly Chosen[]) {
  return bets.map(({ stake, ...rest }) => ({ ...rest, stake: formatCents(stake) }))
}

export function chosenBets({ bets }: Pick<Selectable<Chase>, 'bets'>): Chosen[] {
  return (bets as ReturnType<typeof wireBets>).map(({ stake, ...rest }) => ({ ...rest, stake: parseCents(stake)! }))
}

/** What the chase stakes on each draw. */
export function stakeOnEach(chase: Pick<Selectable<Chase>, 'bets'>): Cents {
  return sumCents(chosenBets(chase).map((bet) => stakeOf(acceptedBet(bet))))
}

/** What is held for the periods to come. */
export function heldFor(chase: Pick<Selectable<Chase>, 'bets' | 'left_over'>): Cents {
  return multiplyCents(stakeOnEach(chase), chase.left_over)
}

type Ending = {
  readonly status: 'done' | 'won' | 'cancelled' | 'stopped'
  readonly transferId: string
  readonly nowMs: number
}

/** Ends a chase whose row is locked, and frees what is held for periods that will not be bet on. */
export async function endChase(
  tx: Tx,
  chase: Selectable<Chase>,
  { status, transferId, nowMs }: Ending,
): Promise<Cents> {
  const freed = heldFor(chase)
  await tx
    .updateTable('chase')
    .set({ status, left_over: 0, ended_at: new Date(nowMs) })
    .where('id', '=', chase.id)
    .execute()
  if (freed > 0n) {
    const postings = chaseReleased(chase.player_id, freed)
    await post(tx, { id: transferId, kind: 'chase_release', postings, atMs: nowMs })
  }
  return freed
}
