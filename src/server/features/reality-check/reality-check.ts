import { answerRealityCheck, setRealityCheck, showRealityCheck } from '#contract/people/protection'
import { realityCheckDueMs } from '#core/rules/play/reality-check'
import type { Tx } from '../../world/members/database.ts'
import { handle } from '../../services/calls/handle.ts'
import { playedSince } from '../../services/ledger/moved.ts'

type Asked = { readonly playerId: string; readonly sessionId: string; readonly nowMs: number }

/** The interval a player chose, the time until the next reminder, and since when they play. */
export async function realityCheckOf(tx: Tx, { playerId, sessionId, nowMs }: Asked) {
  const row = await tx
    .selectFrom('session')
    .innerJoin('player', 'player.id', 'session.player_id')
    .select(['playing_since', 'reality_answered_at', 'reality_check_minutes as minutes'])
    .where('session.id', '=', sessionId)
    .where('player.id', '=', playerId)
    .executeTakeFirstOrThrow()
  const playingSinceMs = row.playing_since.getTime()
  const answeredAtMs = row.reality_answered_at?.getTime() ?? null
  const dueMs = realityCheckDueMs({ minutes: row.minutes, playingSinceMs, answeredAtMs })
  return { minutes: row.minutes, dueInMs: dueMs === null ? null : Math.max(0, dueMs - nowMs), playingSinceMs }
}

export const showRealityCheckHandler = handle(showRealityCheck, async ({ caller, tx, nowMs }) => {
  const { playingSinceMs, ...rest } = await realityCheckOf(tx, { ...caller, nowMs })
  const played = await playedSince(tx, caller.playerId, playingSinceMs)
  return { ...rest, playedMs: nowMs - playingSinceMs, ...played }
})

export const setRealityCheckHandler = handle(setRealityCheck, async ({ input, caller, tx, nowMs }) => {
  await tx
    .updateTable('player')
    .set({ reality_check_minutes: input.minutes })
    .where('id', '=', caller.playerId)
    .execute()
  // The interval starts now: a player who has just chosen one should not be reminded at once.
  await seen(tx, caller.sessionId, nowMs)
  return {}
})

export const answerRealityCheckHandler = handle(answerRealityCheck, async ({ caller, tx, nowMs }) => {
  await seen(tx, caller.sessionId, nowMs)
  return {}
})

async function seen(tx: Tx, sessionId: string, nowMs: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ reality_answered_at: new Date(nowMs) })
    .where('id', '=', sessionId)
    .execute()
}
