import type { RefusalCode } from '#contract/refusals'
import { transaction } from '../../db/database.ts'
import { type Guard, forgiveAttempts, returnAttempt, takeAttempt } from '../../guard/attempts.ts'
import { isPassword } from '../../passwords.ts'
import { Refusal } from '../../refusal.ts'
import { queueSecurityNotice } from '../mails/queue-mail.ts'
import { playerById } from './queries.ts'

/**
 * Compares a payment password, in the slow part of a handler whose input it came with: it authorises that transaction and
 * no other. Five failures lock money actions for half an hour and are told to the owner.
 */
export async function checkPaymentPassword(
  guard: Guard,
  { playerId, password }: { playerId: string; password: string | undefined },
  wrong: RefusalCode = 'payment_password_wrong',
): Promise<void> {
  const player = await playerById(guard.db.query, playerId)
  if (player.payment_hash === null) throw new Refusal('payment_password_unset')
  const subjects = [{ kind: 'payment', name: playerId }] as const
  const { nextInMs } = await takeAttempt(guard, subjects).catch(asLocked)
  try {
    if (await isPassword(password ?? '', player.payment_hash, guard.config.pepper)) {
      return await forgiveAttempts(guard, subjects)
    }
  } catch (error) {
    await returnAttempt(guard, subjects)
    throw error
  }
  if (nextInMs > 0) {
    const { nowMs, random } = guard
    await transaction(guard.db, random, (tx) =>
      queueSecurityNotice(tx, player, { change: 'payment_locked', nowMs, random }),
    )
  }
  throw new Refusal(wrong, { field: 'old' })
}

/** The guard speaks of seconds to wait; for money the sentence is that it is locked. */
function asLocked(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
  throw new Refusal('payment_locked', { minutes: String(Math.ceil(Number(error.facts.seconds) / 60)) })
}
