import { signOut } from '#contract/accounts'
import { endSession } from '../../http/caller.ts'
import { handle } from '../../http/handle.ts'

export const signOutHandler = handle(signOut, async ({ caller, tx, nowMs, publish, keepToken }) => {
  await endSession(tx, caller.sessionId, nowMs)
  keepToken(null)
  // Other tabs of the same browser share the session and leave with it.
  publish({ audience: `player:${caller.playerId}`, kind: 'session.ended', body: { sessionId: caller.sessionId } })
  return {}
})
