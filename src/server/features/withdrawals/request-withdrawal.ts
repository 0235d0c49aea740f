import { requestWithdrawal } from '#contract/money/withdrawals'
import { shortfallRepaid, withdrawalAsked } from '#core/ledger/cash'
import { formatCents } from '#core/money/cents'
import { type AccountStatus, actionRefusal } from '#core/rules/account-status'
import { needsTwoPeople, withdrawalRefusal, withdrawalSplit } from '#core/rules/money/withdrawal'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { type Context, handlePrepared } from '../../services/calls/handle.ts'
import { balanceOf } from '../../services/ledger/balances.ts'
import { derivedId } from '../../services/ledger/derived-id.ts'
import { owedBy } from '../../services/ledger/owed.ts'
import { post } from '../../services/ledger/post.ts'
import { checkPaymentPassword } from '../accounts/payment-password.ts'
import { recordStep } from '../reviews/steps.ts'
import { currentSettings } from '../../services/settings/current-settings.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { walletsOf } from '../wallets/queries.ts'
import { askedToday, askedWithinADay } from './queries.ts'

type Call = typeof requestWithdrawal

export const requestWithdrawalHandler = handlePrepared(
  requestWithdrawal,
  async (context) => {
    const { input, caller, beacon } = context
    // By a clock that is ahead, every wait would be over and the day's number of withdrawals another one.
    requireConfirmedClock(beacon)
    await checkPaymentPassword(context, { playerId: caller.playerId, password: input.paymentPassword })
  },
  async (context) => {
    const { input, caller, tx, nowMs, key, publish, refuse } = context
    const { amount } = input
    const { settings, owed } = await allow(context)
    const { fee, actual } = withdrawalSplit(amount, settings)
    const others = await askedWithinADay(tx, caller.playerId, nowMs)
    const added = await tx
      .insertInto('withdrawal')
      .values({
        id: key,
        player_id: caller.playerId,
        wallet_id: input.walletId,
        amount,
        fee,
        fee_bps: settings.withdrawalFeeBps,
        needs_two: needsTwoPeople([amount, ...others], settings),
        created_at: new Date(nowMs),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return refuse('repeat_submission')
    if (owed > 0n) {
      const repaid = shortfallRepaid(caller.playerId, owed)
      await post(tx, { id: derivedId(key, 'repaid_before'), kind: 'shortfall_repaid', postings: repaid, atMs: nowMs })
    }
    const postings = withdrawalAsked(caller.playerId, amount)
    await post(tx, { id: key, kind: 'withdrawal_asked', postings, atMs: nowMs })
    await recordStep(context, key, 'asked')
    const audience = `player:${caller.playerId}` as const
    publish({ audience, kind: 'balance.changed', body: {} })
    publish({ audience, kind: 'review.changed', body: { kind: 'withdrawal', id: key, status: 'waiting' } })
    return { id: key, status: 'waiting' as const, amount, fee, actual }
  },
)

/**
 * Gathers what the rules check, under the player's lock, so that each of several requests at once counts the ones
 * before it. What the player owes is paid from the balance first; a refusal undoes that together with the request.
 */
async function allow({ input, caller, tx, nowMs, refuse }: Context<Call, void>) {
  const player = await lockPlayer(tx, caller.playerId)
  const barred = actionRefusal(player.status as AccountStatus, 'withdraw')
  if (barred) return refuse(barred)
  const settings = await currentSettings(tx, nowMs)
  if ((input.feeBps ?? settings.withdrawalFeeBps) !== settings.withdrawalFeeBps) return refuse('fee_changed')
  const wallet = (await walletsOf(tx, player.id)).find(({ id }) => id === input.walletId)
  if (!wallet) return refuse('wallet_unknown', { field: 'walletId' })
  const pausedUntilMs = player.withdrawals_paused_until?.getTime() ?? null
  const usableFromMs = wallet.usable_from.getTime()
  const asked = {
    amount: input.amount,
    askedToday: await askedToday(tx, player.id, nowMs),
    nowMs,
    pausedUntilMs,
    usableFromMs,
    owed: await owedBy(tx, player.id),
    available: await balanceOf(tx, `player:${player.id}:available`),
  }
  const refusal = withdrawalRefusal(asked, settings)
  const hours = (untilMs: number) => ({ hours: String(Math.ceil((untilMs - nowMs) / 3_600_000)) })
  switch (refusal) {
    case null:
      return { settings, owed: asked.owed }
    case 'amount_too_small':
      return refuse(refusal, { min: formatCents(settings.withdrawalMin), field: 'amount' })
    case 'amount_too_large':
      return refuse(refusal, { max: formatCents(settings.withdrawalMax), field: 'amount' })
    case 'withdrawals_paused':
      return refuse(refusal, hours(pausedUntilMs!))
    case 'wallet_waiting':
      return refuse(refusal, { ...hours(usableFromMs), field: 'walletId' })
    case 'transactions_restricted':
    case 'withdrawal_needs_support':
    case 'withdrawals_used_up':
      return refuse(refusal)
  }
}
