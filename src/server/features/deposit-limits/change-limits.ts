import { confirmDepositLimit, listDepositLimits, setDepositLimit } from '#contract/money/limits'
import { increaseWaitMs, isAsBefore, isIncrease } from '#core/rules/money/deposit-limit'
import { requireConfirmedClock } from '../../services/beacon/confirmed-clock.ts'
import { handle, handleRead } from '../../services/calls/handle.ts'
import { lockPlayer } from '../../services/people/find-player.ts'
import { limitsOf } from './limits-of.ts'

export const listDepositLimitsHandler = handleRead(listDepositLimits, async ({ caller, db, nowMs }) => {
  const limits = await limitsOf(db, caller.playerId, nowMs)
  return {
    items: limits.map(({ pending, ...limit }) => ({
      ...limit,
      pending: pending && { amount: pending.amount, confirmableFrom: pending.confirmableFrom },
    })),
  }
})

export const setDepositLimitHandler = handle(setDepositLimit, async ({ input, caller, tx, nowMs, beacon }) => {
  await lockPlayer(tx, caller.playerId)
  const limits = await limitsOf(tx, caller.playerId, nowMs)
  const current = limits.find(({ span }) => span === input.span)!
  // Otherwise one player could add rows without end, and restart a wait by asking twice.
  if (isAsBefore(current, input.amount)) return { confirmableFrom: current.pending?.confirmableFrom ?? null }
  const waits = isIncrease(current.amount, input.amount)
  if (waits) requireConfirmedClock(beacon)
  await tx
    .insertInto('deposit_limit')
    .values({
      player_id: caller.playerId,
      span: input.span,
      amount: input.amount,
      asked_at: new Date(nowMs),
      confirmed_at: waits ? null : new Date(nowMs),
    })
    .execute()
  return { confirmableFrom: waits ? nowMs + increaseWaitMs : null }
})

export const confirmDepositLimitHandler = handle(confirmDepositLimit, async (context) => {
  const { input, caller, tx, nowMs, beacon, refuse } = context
  requireConfirmedClock(beacon)
  await lockPlayer(tx, caller.playerId)
  const limits = await limitsOf(tx, caller.playerId, nowMs)
  const { pending } = limits.find(({ span }) => span === input.span)!
  if (!pending) return refuse('limit_not_asked')
  const waitMs = pending.confirmableFrom - nowMs
  if (waitMs > 0) return refuse('limit_waiting', { hours: String(Math.ceil(waitMs / 3_600_000)) })
  await tx
    .updateTable('deposit_limit')
    .set({ confirmed_at: new Date(nowMs) })
    .where('id', '=', pending.id)
    .execute()
  return {}
})
