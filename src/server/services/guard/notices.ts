import { isShared } from '../demo/demo-people.ts'
import { type Guard, takeAttempt } from './attempts.ts'

/** What a player is told of by mail. Each is counted by itself: adding wallets must not keep the owner from changing the password. */
type Change = 'login_password' | 'payment_password' | 'wallets' | 'factors'

/** Takes one of the changes that a player may make at once. */
export async function takeNotice(guard: Guard, playerId: string, change: Change): Promise<void> {
  const kind = (await isShared(guard.db.query, { playerId })) ? 'shared-notice' : 'notice'
  await takeAttempt(guard, [{ kind, name: `${playerId} ${change}` }])
}
