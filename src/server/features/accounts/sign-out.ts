import { signOut } from '#contract/people/me'
import { endSessions } from '../../http/caller.ts'
import { handle } from '../../http/handle.ts'

export const signOutHandler = handle(signOut, async ({ caller, tx, nowMs, publish, keepToken }) => {
  await endSessions(tx, caller.playerId, { nowMs, only: caller.sessionId })
  keepToken(null)
  // Other tabs of the same browser share the session and leave with it.
  publish({
    audience: `player:${caller.playerId}`,
    kind: 'session.ended',
    body: { sessionId: caller.sessionId, why: 'left' },
  })
  return {}
})
