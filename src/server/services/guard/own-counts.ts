import type { GuessKind } from '#core/rules/guessing'
import { isShared } from '../demo/demo-people.ts'
import { type Guard, takeAttempt } from './attempts.ts'

/** What a player is told of by mail. Each is counted by itself: adding wallets must not keep the owner from changing the password. */
type Change = 'login_password' | 'payment_password' | 'wallets' | 'factors'

/** Takes one of the changes that a player may make at once. */
export const takeNotice = (guard: Guard, playerId: string, change: Change) => take(guard, playerId, ['notice', change])

/**
 * Takes one of the answers that would tell a thief something. By recovery they are counted by themselves: a thief who changes the
 * password again and again must not keep the owner from recovering it.
 */
export const takeAnswer = (
  guard: Guard,
  playerId: string,
  of: readonly ['other-password', 'change' | 'recovery'] | readonly ['contact', 'change'],
) => take(guard, playerId, of)

/** All visitors of a demonstration share its player, who therefore has more of each. */
async function take(guard: Guard, playerId: string, [kind, of]: readonly [GuessKind, string]): Promise<void> {
  const isForAll = await isShared(guard.db.query, { playerId })
  await takeAttempt(guard, [{ kind: isForAll ? 'shared' : kind, name: `${playerId} ${kind} ${of}` }])
}
