import { takeDeposit } from '#contract/console/deposits'
import { type Cents, storedCents } from '#core/money/cents'
import type { DepositCurrency } from '#core/rules/money/deposit'
import { needsTwoPeople } from '#core/rules/money/withdrawal'
import type { Tx } from '../../db/database.ts'
import { handlePrepared } from '../../http/handle.ts'
import { isFormer, shownDestination } from '../receiving/receiving-accounts.ts'
import { takeMoneyReview } from '../reviews/money-review.ts'
import { stepsOf } from '../reviews/steps.ts'
import { currentSettings } from '../settings/current-settings.ts'
import { certifiedName } from '../certifications/certified-name.ts'
import { networkOf } from '../wallets/queries.ts'
import { alikeVouchers } from './alike-vouchers.ts'

export const takeDepositHandler = handlePrepared(
  takeDeposit,
  ({ input, db }) => alikeVouchers(db.query, input.id),
  async (context) => {
    const { input, prepared: alike, tx, nowMs } = context
    const takenUntil = await takeMoneyReview(context, 'deposit')
    return { ...(await detail(tx, input.id, nowMs)), alike, takenUntil }
  },
)

async function detail(tx: Tx, id: string, nowMs: number) {
  const row = await tx
    .selectFrom('deposit as d')
    .innerJoin('player', 'player.id', 'd.player_id')
    .leftJoin('operator as agreer', 'agreer.id', 'd.agreed_by')
    .selectAll('d')
    .select(['player.account', 'agreer.account as agreer'])
    .where('d.id', '=', id)
    .executeTakeFirstOrThrow()
  const receiving = await tx
    .selectFrom('receiving_account')
    .selectAll()
    .where('id', '=', row.receiving_id)
    .executeTakeFirstOrThrow()
  const amount = storedCents(row.amount)
  return {
    id,
    playerId: row.player_id,
    account: row.account,
    legalName: await certifiedName(tx, row.player_id),
    currency: row.currency as DepositCurrency,
    network: networkOf(receiving),
    sentTo: shownDestination(receiving),
    isSentToFormer: await isFormer(tx, receiving, row.created_at.getTime()),
    amount,
    reference: row.reference,
    voucherId: row.voucher_id,
    needsTwo: await depositNeedsTwo(tx, { playerId: row.player_id, amount, nowMs }),
    agreed:
      row.agreer === null
        ? null
        : { by: row.agreer, received: storedCents(row.agreed_received!), at: row.agreed_at!.getTime() },
    steps: await stepsOf(tx, id),
  }
}

const dayMs = 24 * 3_600_000

/** Whether this amount, together with what was credited to the player within a day, is above the threshold. */
export async function depositNeedsTwo(
  tx: Tx,
  { playerId, amount, nowMs }: { playerId: string; amount: Cents; nowMs: number },
): Promise<boolean> {
  const credited = await tx
    .selectFrom('deposit')
    .select('received')
    .where('player_id', '=', playerId)
    .where('status', '=', 'passed')
    .where('decided_at', '>', new Date(nowMs - dayMs))
    .execute()
  const amounts = [amount, ...credited.map(({ received }) => storedCents(received!))]
  return needsTwoPeople(amounts, await currentSettings(tx, nowMs))
}
