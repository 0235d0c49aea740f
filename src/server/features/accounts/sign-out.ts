import { signOut } from '#contract/people/me'
import { endSessions } from '../../services/people/sessions.ts'
import { handle } from '../../services/calls/handle.ts'

export const signOutHandler = handle(signOut, async ({ caller, tx, nowMs, publish, keepToken }) => {
  await endSessions(tx, caller.playerId, { nowMs, only: caller.sessionId })
  keepToken(null)
  // Other tabs of the same browser share the session and are logged out too.
  publish({
    audience: `player:${caller.playerId}`,
    kind: 'session.ended',
    body: { sessionId: caller.sessionId, why: 'left' },
  })
  return {}
})
