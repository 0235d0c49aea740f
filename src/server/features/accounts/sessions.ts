import { confirmSession, endOneSession, endOtherSessions, listSessions } from '#contract/people/sessions'
import { openSessionsMost } from '#core/rules/session'
import { endSessions, renewSession } from '../../services/people/sessions.ts'
import { handle, handlePrepared, handleRead } from '../../services/calls/handle.ts'
import { tryOwnPassword } from '../../services/guard/sign-in.ts'
import { playerById } from '../../services/people/find-player.ts'

export const listSessionsHandler = handleRead(listSessions, async ({ caller, db }) => {
  const rows = await db
    .selectFrom('session')
    .select(['id', 'address', 'agent', 'created_at', 'seen_at'])
    .where('player_id', '=', caller.playerId)
    .where('ended_at', 'is', null)
    // The caller's own comes first, so that it is shown even if a demo account has more sessions than the list.
    .orderBy((eb) => eb('id', '=', caller.sessionId), 'desc')
    .orderBy('seen_at', 'desc')
    .limit(openSessionsMost)
    .execute()
  return {
    items: rows.map((row) => ({
      id: row.id,
      isThis: row.id === caller.sessionId,
      address: row.address,
      agent: row.agent,
      createdAt: row.created_at.getTime(),
      seenAt: row.seen_at.getTime(),
    })),
  }
})

export const endOneSessionHandler = handle(endOneSession, async ({ input, caller, tx, nowMs, refuse, publish }) => {
  const [ended] = await endSessions(tx, caller.playerId, { nowMs, only: input.id })
  if (!ended) refuse('session_unknown')
  publish({ audience: `player:${caller.playerId}`, kind: 'session.ended', body: { sessionId: input.id } })
  return {}
})

export const endOtherSessionsHandler = handle(endOtherSessions, async ({ caller, tx, nowMs, publish }) => {
  const ended = await endSessions(tx, caller.playerId, { nowMs, except: caller.sessionId })
  for (const sessionId of ended)
    publish({ audience: `player:${caller.playerId}`, kind: 'session.ended', body: { sessionId } })
  return { ended: ended.length }
})

export const confirmSessionHandler = handlePrepared(
  confirmSession,
  async (context) => {
    const { input, caller, db, refuse } = context
    const { id, login_hash: stored } = await playerById(db.query, caller.playerId)
    const isRight = await tryOwnPassword(context, { kind: 'player', id }, { password: input.password, stored })
    if (!isRight) refuse('login_password_wrong')
  },
  async ({ caller, tx, nowMs, random, keepToken }) => {
    keepToken(await renewSession(tx, caller.sessionId, { nowMs, random }))
    return {}
  },
)
