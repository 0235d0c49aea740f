import { requestDeposit } from '#contract/money/deposits'
import { type Cents, formatCents } from '#core/money/cents'
import { type DepositCurrency, isReference, openDepositsMost, plainReference } from '#core/rules/money/deposit'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import type { Tx } from '../../world/members/database.ts'
import { type Context, handle } from '../../services/calls/handle.ts'
import { roomLeft } from '../deposit-limits/limits-of.ts'
import { exclusionFacts } from '../exclusions/exclusions.ts'
import { receivingFor } from '../receiving/receiving-accounts.ts'
import { recordStep } from '../reviews/steps.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { attachUpload } from '../uploads/attach-upload.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { depositObstacle } from './deposit-obstacle.ts'

type Call = typeof requestDeposit

type Voucher = { readonly sha256: Buffer; readonly originalSha256: Buffer }

export const requestDepositHandler = handle(requestDeposit, async (context) => {
  const { input, caller, tx, nowMs, key, beacon, publish, refuse } = context
  const player = await lockPlayer(tx, caller.playerId)
  const room = await roomLeft(tx, player.id, nowMs)
  // By a clock that is ahead, the exclusion would be over and the limit's day another one.
  if (room !== null || player.excluded_until !== null) requireConfirmedClock(beacon)
  const obstacle = await depositObstacle(tx, player, nowMs)
  if (obstacle === 'deposits_too_many') return refuse(obstacle, { max: String(openDepositsMost) })
  if (obstacle === 'player_excluded') return refuse(obstacle, await exclusionFacts(tx, player.id, nowMs))
  if (obstacle) return refuse(obstacle)
  const { depositMin, depositsOpen } = await currentSettings(tx, nowMs)
  if (!depositsOpen) return refuse('transactions_restricted')
  if (input.amount < depositMin) return refuse('amount_too_small', { min: formatCents(depositMin), field: 'amount' })
  if (room !== null && input.amount > room) {
    // What is left is no offer where it is less than the smallest top-up.
    const below = room < depositMin ? { room: 'below', min: formatCents(depositMin) } : {}
    return refuse('deposit_limit_reached', { left: formatCents(room), ...below, field: 'amount' })
  }
  const receiving = await receivingFor(tx, { id: input.receivingId, playerId: player.id })
  if (!receiving) return refuse('receiving_unknown', { field: 'receivingId' })
  const currency = receiving.kind as DepositCurrency
  if (!isReference(currency, input.reference)) return refuse('reference_malformed', { field: 'reference' })
  const voucher = await voucherOf(tx, { id: input.voucherId, playerId: player.id })
  if (!voucher) return refuse('picture_unknown', { field: 'voucherId' })

  await addDeposit(context, { currency, amount: input.amount, voucher })
  const picture = { id: input.voucherId, playerId: player.id, purpose: 'voucher', nowMs } as const
  if (!(await attachUpload(tx, picture))) return refuse('picture_unknown', { field: 'voucherId' })
  await recordStep(context, key, 'asked')
  publish({
    audience: `player:${player.id}`,
    kind: 'review.changed',
    body: { kind: 'deposit', id: key, status: 'waiting' },
  })
  return { id: key, status: 'waiting' as const }
})

/** The voucher's data; null where this player has no such picture. */
async function voucherOf(tx: Tx, { id, playerId }: { id: string; playerId: string }): Promise<Voucher | null> {
  const upload = await tx
    .selectFrom('upload')
    .select(['sha256', 'original_sha256'])
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .where('purpose', '=', 'voucher')
    .where('stored_at', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return upload ? { sha256: upload.sha256, originalSha256: upload.original_sha256 } : null
}

type Addition = { currency: DepositCurrency; amount: Cents; voucher: Voucher }

/** The unique indexes decide whether reference and picture are new, so that one of two requests at once wins. */
async function addDeposit(context: Context<Call, unknown>, { currency, amount, voucher }: Addition): Promise<void> {
  const { input, caller, tx, nowMs, key, refuse } = context
  const plain = plainReference(currency, input.reference)
  const added = await tx
    .insertInto('deposit')
    .values({
      id: key,
      player_id: caller.playerId,
      receiving_id: input.receivingId,
      currency,
      amount,
      reference: input.reference,
      plain_reference: plain,
      voucher_id: input.voucherId,
      voucher_sha256: voucher.sha256,
      voucher_original_sha256: voucher.originalSha256,
      created_at: new Date(nowMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added) return
  const claimant = await claimantOf(tx, { currency, plain })
  // Everybody can read transfers of coins: whoever saw this one may have been quicker than its sender, who has to hear of it.
  if (claimant !== null && claimant !== caller.playerId) return refuse('payment_claimed', { field: 'reference' })
  return refuse('repeat_submission', { field: claimant === null ? 'voucherId' : 'reference' })
}

/** The player who has reported that payment and was not rejected; null where nobody has. */
async function claimantOf(tx: Tx, { currency, plain }: { currency: string; plain: string }): Promise<string | null> {
  const row = await tx
    .selectFrom('deposit')
    .select('player_id')
    .where('currency', '=', currency)
    .where('plain_reference', '=', plain)
    .where('status', '<>', 'rejected')
    .executeTakeFirst()
  return row?.player_id ?? null
}
