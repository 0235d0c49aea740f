import { releaseDeposit, takeDeposit, viewDepositAsOperator } from '#contract/console/deposits'
import { type Cents, storedCents } from '#core/money/cents'
import { type ReviewStatus, undecided } from '#core/reviews/review'
import type { DepositCurrency, DepositReason } from '#core/rules/money/deposit'
import { needsTwoPeople } from '#core/rules/money/withdrawal'
import type { Tx } from '../../world/members/database.ts'
import { type Context, handle, handlePrepared } from '../../services/calls/handle.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { isFormer, shownDestination } from '../receiving/receiving-accounts.ts'
import { takeMoneyReview } from '../reviews/money-review.ts'
import { leaseOf } from '../reviews/queue.ts'
import { releaseReview } from '../reviews/release-review.ts'
import { stepsOf } from '../reviews/steps.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { certifiedName } from '../certifications/certified-name.ts'
import { networkOf } from '../wallets/queries.ts'
import { alikeVouchers } from './alike-vouchers.ts'

export const takeDepositHandler = handlePrepared(
  takeDeposit,
  ({ input, db }) => alikeVouchers(db.query, input.id),
  async (context) => {
    const { input, prepared: alike, tx, nowMs } = context
    const takenUntil = await takeMoneyReview(context, 'deposit')
    const about = await aboutDeposit(tx, (await findDeposit(tx, input.id))!, nowMs)
    return { ...about, alike, takenUntil }
  },
)

export const releaseDepositHandler = handle(releaseDeposit, async (context) => {
  await releaseReview(context, 'deposit')
  return {}
})

type Viewing = Context<typeof viewDepositAsOperator, Awaited<ReturnType<typeof alikeVouchers>>>

export const viewDepositAsOperatorHandler = handlePrepared(
  viewDepositAsOperator,
  ({ input, db }) => alikeVouchers(db.query, input.id),
  viewDeposit,
)

async function viewDeposit(context: Viewing) {
  const { input, prepared: alike, tx, nowMs, refuse } = context
  const row = await findDeposit(tx, input.id)
  if (!row) return refuse('deposit_unknown')
  await recordAction(context, 'deposits.review', { subject: `player:${row.player_id}`, after: { deposit: row.id } })
  const reversal = await tx
    .selectFrom('deposit_reversal')
    .select(['at', 'shortfall'])
    .where('deposit_id', '=', row.id)
    .executeTakeFirst()
  const proposed = await tx
    .selectFrom('proposal')
    .select('id')
    .where('subject', '=', `deposit:${row.id}`)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return {
    ...(await aboutDeposit(tx, row, nowMs)),
    ...leaseOf(row, nowMs),
    alike,
    status: row.status as ReviewStatus,
    decided:
      row.decider === null
        ? null
        : {
            by: row.decider,
            at: row.decided_at!.getTime(),
            received: row.received === null ? null : storedCents(row.received),
            reason: row.reason_code as DepositReason | null,
            text: row.reason_text,
          },
    reversal: reversal ? { at: reversal.at.getTime(), shortfall: storedCents(reversal.shortfall) } : null,
    isReversalProposed: proposed !== undefined,
  }
}

function findDeposit(tx: Tx, id: string) {
  return tx
    .selectFrom('deposit as d')
    .innerJoin('player', 'player.id', 'd.player_id')
    .leftJoin('operator as agreer', 'agreer.id', 'd.agreed_by')
    .leftJoin('operator as decider', 'decider.id', 'd.decided_by')
    .leftJoin('operator as taker', 'taker.id', 'd.taken_by')
    .selectAll('d')
    .select(['player.account', 'agreer.account as agreer', 'decider.account as decider', 'taker.account as taker'])
    .where('d.id', '=', id)
    .executeTakeFirst()
}

async function aboutDeposit(tx: Tx, row: NonNullable<Awaited<ReturnType<typeof findDeposit>>>, nowMs: number) {
  const receiving = await tx
    .selectFrom('receiving_account')
    .selectAll()
    .where('id', '=', row.receiving_id)
    .executeTakeFirstOrThrow()
  return {
    id: row.id,
    playerId: row.player_id,
    account: row.account,
    legalName: await certifiedName(tx, row.player_id),
    currency: row.currency as DepositCurrency,
    network: networkOf(receiving),
    sentTo: shownDestination(receiving),
    isSentToFormer: await isFormer(tx, receiving, row.created_at.getTime()),
    amount: storedCents(row.amount),
    reference: row.reference,
    voucherId: row.voucher_id,
    agreed:
      row.agreer === null
        ? null
        : { by: row.agreer, received: storedCents(row.agreed_received!), at: row.agreed_at!.getTime() },
    steps: await stepsOf(tx, row.id),
    needsTwo: undecided.includes(row.status as ReviewStatus)
      ? await depositNeedsTwo(tx, { playerId: row.player_id, amount: storedCents(row.amount), nowMs })
      : row.needs_two,
  }
}

const dayMs = 24 * 3_600_000

/** Whether this amount plus what was credited to the player within a day is above the two-person threshold. */
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
