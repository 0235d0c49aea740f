import type { RefusalCode } from '#contract/refusals'
import type { Memory } from '../../world/members/memory.ts'
import { transaction } from '../../db/database.ts'
import { type Guard, forgiveAttempts, returnAttempt, takeAttempt } from '../../services/guard/attempts.ts'
import { renewHash } from '../../services/guard/renew-hash.ts'
import { isPassword } from '../../world/secrets/passwords.ts'
import { Refusal } from '../../world/refusal.ts'
import { queueSecurityNotice } from '../../services/mails/queue-mail.ts'
import { playerById } from '../../services/people/find-player.ts'

/**
 * Checks a payment password, before the handler's transaction: it authorises this one request. Five failures lock money
 * actions for half an hour, and the owner is notified. Returns the hash that the password has from now on.
 */
export async function checkPaymentPassword(
  guard: Guard & { readonly memory: Memory },
  { playerId, password }: { playerId: string; password: string | undefined },
  wrong: RefusalCode = 'payment_password_wrong',
): Promise<string> {
  const given = { playerId, password, wrong }
  return inLine(guard.memory.paymentChecks, given, () => compare(guard, given))
}

type Given = { playerId: string; password: string | undefined; wrong: RefusalCode }

async function compare(guard: Guard, { playerId, password, wrong }: Given): Promise<string> {
  const player = await playerById(guard.db.query, playerId)
  if (player.payment_hash === null) throw new Refusal('payment_password_unset')
  const subjects = [{ kind: 'payment', name: playerId }] as const
  const { nextInMs } = await takeAttempt(guard, subjects).catch(asLocked)
  try {
    if (await isPassword(password ?? '', player.payment_hash, guard.config)) {
      const stored = player.payment_hash
      const renewed = await renewHash(guard, {
        of: 'player.payment_hash',
        id: playerId,
        stored,
        password: password ?? '',
      })
      await forgiveAttempts(guard, subjects)
      return renewed
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
  throw new Refusal(wrong, { field: wrong === 'payment_password_wrong' ? 'paymentPassword' : 'old' })
}

/**
 * Compares one password per player at a time. The same password sent again meanwhile counts as the same guess:
 * otherwise a request that is sent five times at once, with the right password, would count as five guesses.
 */
async function inLine(checks: Memory['paymentChecks'], given: Given, work: () => Promise<string>): Promise<string> {
  const { playerId, password, wrong } = given
  const last = checks.get(playerId)
  if (last && last.password === password && last.wrong === wrong) return last.outcome
  const mine = { password, wrong, outcome: (last?.outcome ?? Promise.resolve()).then(work, work) }
  checks.set(playerId, mine)
  try {
    return await mine.outcome
  } finally {
    if (checks.get(playerId) === mine) checks.delete(playerId)
  }
}

/** Turns the guard's "wait so many seconds" into the refusal that money actions are locked. */
function asLocked(error: unknown): never {
  if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error
  throw new Refusal('payment_locked', { minutes: String(Math.ceil(Number(error.facts.seconds) / 60)) })
}
