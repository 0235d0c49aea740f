import type { Selectable } from 'kysely'
import { releaseWithdrawal, takeWithdrawal, viewWithdrawalAsOperator } from '#contract/console/withdrawals'
import { storedCents } from '#core/money/cents'
import type { ReviewStatus } from '#core/reviews/review'
import type { WithdrawalFlag, WithdrawalReason } from '#core/rules/money/withdrawal'
import type { RunningConfig } from '../../world/app.ts'
import type { Tx } from '../../world/members/database.ts'
import type { Withdrawal } from '../../world/members/tables.generated.ts'
import { handle } from '../../services/calls/handle.ts'
import { movedSinceOpening } from '../../services/ledger/moved.ts'
import { unseal } from '../../world/secrets/sealed.ts'
import { recordAction } from '../../services/actions/record-action.ts'
import { takeMoneyReview } from '../reviews/money-review.ts'
import { leaseOf } from '../reviews/queue.ts'
import { releaseReview } from '../reviews/release-review.ts'
import { stepsOf } from '../reviews/steps.ts'
import { holdOf } from '../signals/holds.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { certifiedName } from '../certifications/certified-name.ts'
import { type WalletRow, nameDiffers, networkOf, sealedFor, walletKindOf } from '../wallets/queries.ts'

export const takeWithdrawalHandler = handle(takeWithdrawal, async (context) => {
  const takenUntil = await takeMoneyReview(context, 'withdrawal')
  return { ...(await detail(context, (await findWithdrawal(context.tx, context.input.id))!)), takenUntil }
})

export const releaseWithdrawalHandler = handle(releaseWithdrawal, async (context) => {
  await releaseReview(context, 'withdrawal')
  return {}
})

export const viewWithdrawalAsOperatorHandler = handle(viewWithdrawalAsOperator, async (context) => {
  const { input, tx, nowMs, refuse } = context
  const row = await findWithdrawal(tx, input.id)
  if (!row) return refuse('withdrawal_unknown')
  const { id, player_id: playerId } = row
  await recordAction(context, 'withdrawals.review', { subject: `player:${playerId}`, after: { withdrawal: id } })
  return {
    ...(await detail(context, row)),
    ...leaseOf(row, nowMs),
    status: row.status as ReviewStatus,
    decided: row.decider === null ? null : decision(row, row.decider),
  }
})

function decision(row: Found, by: string) {
  return {
    by,
    at: row.decided_at!.getTime(),
    payoutReference: row.payout_reference,
    reason: row.reason_code as WithdrawalReason | null,
    text: row.reason_text,
  }
}

function findWithdrawal(tx: Tx, id: string) {
  return tx
    .selectFrom('withdrawal as w')
    .innerJoin('player', 'player.id', 'w.player_id')
    .leftJoin('operator as agreer', 'agreer.id', 'w.agreed_by')
    .leftJoin('operator as taker', 'taker.id', 'w.taken_by')
    .leftJoin('operator as decider', 'decider.id', 'w.decided_by')
    .selectAll('w')
    .select(['player.account', 'agreer.account as agreer', 'taker.account as taker', 'decider.account as decider'])
    .where('w.id', '=', id)
    .executeTakeFirst()
}

type Looking = { readonly tx: Tx; readonly nowMs: number; readonly config: RunningConfig }

type Found = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>

async function detail({ tx, nowMs, config }: Looking, row: Found) {
  const wallet = await tx.selectFrom('wallet').selectAll().where('id', '=', row.wallet_id).executeTakeFirstOrThrow()
  const legalName = await certifiedName(tx, row.player_id)
  const sharedWith = await accountsSharing(tx, wallet)
  const moved = await movedSinceOpening(tx, row.player_id)
  const { fourEyesAbove } = await currentSettings(tx, nowMs)
  const amount = storedCents(row.amount)
  const flags: Record<WithdrawalFlag, boolean> = {
    name_differs: nameDiffers(wallet, legalName),
    not_certified: legalName === null,
    wallet_shared: sharedWith.length > 0,
    // An owner removes a wallet that somebody else bound, or one that they no longer use.
    wallet_removed: wallet.removed_at !== null,
    // Money that comes in and goes out again without being played with may be laundered.
    little_play: moved.staked < moved.deposited,
    split: row.needs_two && amount <= fourEyesAbove,
    deposit_reversed: await hasReversal(tx, row),
  }
  return {
    id: row.id,
    playerId: row.player_id,
    account: row.account,
    legalName,
    amount,
    fee: storedCents(row.fee),
    actual: storedCents(row.amount - row.fee),
    wallet: destination(wallet, config),
    flags: (Object.keys(flags) as WithdrawalFlag[]).filter((flag) => flags[flag]),
    sharedWith,
    ...moved,
    needsTwo: row.needs_two,
    agreedBy: row.agreer,
    hold: await holdOf(tx, row.id, nowMs),
    steps: await stepsOf(tx, row.id),
  }
}

function destination(wallet: WalletRow, { pepper }: RunningConfig) {
  const sealed = wallet.card_sealed
  return {
    kind: walletKindOf(wallet),
    network: networkOf(wallet),
    address: wallet.address,
    bankName: wallet.bank_name,
    bankAddress: wallet.bank_address,
    cardNumber: sealed && unseal({ sealed, about: sealedFor(wallet.id), pepper }),
    cardPhone: wallet.card_phone,
    routing: wallet.routing,
    cardholder: wallet.cardholder,
    contact: wallet.contact,
    createdAt: wallet.created_at.getTime(),
  }
}

/** Other accounts that have or had the same address or card. */
async function accountsSharing(tx: Tx, { fingerprint, player_id }: WalletRow): Promise<string[]> {
  const rows = await tx
    .selectFrom('wallet')
    .innerJoin('player', 'player.id', 'player_id')
    .select('account')
    .distinct()
    .where('fingerprint', '=', fingerprint)
    .where('player_id', '<>', player_id)
    .orderBy('account')
    .limit(20)
    .execute()
  return rows.map(({ account }) => account)
}

async function hasReversal(tx: Tx, { player_id }: Selectable<Withdrawal>): Promise<boolean> {
  const row = await tx
    .selectFrom('deposit_reversal')
    .select('deposit_id')
    .where('player_id', '=', player_id)
    .executeTakeFirst()
  return row !== undefined
}
